// SPDX-License-Identifier: Apache-2.0
import { generateKeyPairSync } from 'node:crypto';
import { keyPem, signCertificate } from './der.ts';

const newRsaKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/** Key and certificate that a kubelet serves with. */
export interface ServingPair {
  /** PEM of the certificate, and of the authority that has signed it. */
  readonly certificates: string;
  /** PEM of the key. */
  readonly key: string;
}

/**
 * Makes the certificate that a kubelet without serverTLSBootstrap serves with: for the name of its host
 * alone, signed by an authority that nobody knows and whose key is gone.
 *
 * @see https://github.com/kubernetes/client-go/blob/v0.35.4/util/cert/cert.go `GenerateSelfSignedCertKeyWithOptions`
 */
export function makeServingPair(hostName: string): ServingPair {
  const seconds = Math.floor(Date.now() / 1000);
  const [authorityKey, key] = [newRsaKey(), newRsaKey()];
  const authority = { commonName: `${hostName}-ca@${seconds}`, key: authorityKey };
  const own = signCertificate({
    key,
    commonName: `${hostName}@${seconds}`,
    issuer: authority,
    serverName: hostName,
  });
  return { certificates: own + signCertificate(authority), key: keyPem(key) };
}
