// SPDX-License-Identifier: Apache-2.0

const foreignAuthority =
  "its certificate is not from this cluster's authority: something else answers at this address, or a machine that was made with an earlier authority";

/**
 * Explanations of Node's error codes for somebody who waits for a cluster.
 *
 * @see https://nodejs.org/api/tls.html#x509-certificate-error-codes
 * @see https://nodejs.org/api/errors.html#common-system-errors
 */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: nothing listens there',
  ECONNRESET: 'the connection was closed: nothing serves there',
  EPIPE: 'the connection was closed: nothing serves there',
  EHOSTUNREACH: 'no way to this address: nobody on the network has it',
  ENETUNREACH: 'no way to this network',
  ETIMEDOUT: 'no answer',
  ENOTFOUND: 'no such host name',
  EAI_AGAIN: 'no DNS server answers',
  SELF_SIGNED_CERT_IN_CHAIN: foreignAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: foreignAuthority,
  UNABLE_TO_GET_ISSUER_CERT: foreignAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: foreignAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: foreignAuthority,
  CERT_SIGNATURE_FAILURE: foreignAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate does not name this address',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: compare the clocks',
};

/** Returns why there was no answer. */
export function connectionProblem(error: unknown): string {
  const { code = '', message } = error as { readonly code?: string; readonly message?: string };
  return meanings[code] ?? message ?? String(error);
}
