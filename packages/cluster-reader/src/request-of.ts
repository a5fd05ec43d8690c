// SPDX-License-Identifier: Apache-2.0
import { request as requestHttps } from 'node:https';

// An import of it would load all that Node's fetch is made of, too: 20 ms.
const { request: requestHttp } = process.getBuiltinModule('node:http');

/** Node's request for the protocol of a URL. */
export function requestOf({ protocol }: URL): typeof requestHttps {
  return protocol === 'http:' ? requestHttp : requestHttps;
}
