// SPDX-License-Identifier: Apache-2.0
import { ApiClient, type Access } from '@strata/cluster-client';

/** Messages of Go's client, and so of a kubelet's log, for errors of connections. */
const goMessages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'connect: connection timed out',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'x509: certificate signed by unknown authority',
  SELF_SIGNED_CERT_IN_CHAIN: 'x509: certificate signed by unknown authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'x509: certificate signed by unknown authority',
  CERT_SIGNATURE_FAILURE: 'x509: certificate signed by unknown authority',
  CERT_HAS_EXPIRED: 'x509: certificate has expired or is not yet valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'x509: certificate is not valid for this address',
};

/** Returns a client that keeps its connections, and says of a broken one what a kubelet says. */
export function kubeletClient(access: Access): ApiClient {
  return new ApiClient(access, { connections: 'kept', sayProblem: goMessage });
}

/** Returns the message of Go's client for an error of a connection. */
function goMessage(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return goMessages[code] ?? message;
}
