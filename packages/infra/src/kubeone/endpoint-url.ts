// SPDX-License-Identifier: Apache-2.0
import type { KubeoneConfig } from '../config/index.ts';

/** Returns the URL of the API server, `https://host:port`. */
export function endpointUrl({ apiEndpoint: { host, port } }: KubeoneConfig): string {
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
