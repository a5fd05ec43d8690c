// SPDX-License-Identifier: Apache-2.0
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

/**
 * Returns a new private key, ECDSA on P-256. kubeadm (`encryptionAlgorithm: ECDSA-P256`),
 * kube-apiserver and etcd accept such keys, and they are quick to create.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/util/pkiutil/pki_helpers.go
 */
export function newPrivateKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

/** Returns a private key in PEM (PKCS #8). */
export function privateKeyPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Returns the public key of a private key in PEM (SPKI). */
export function publicKeyPem(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
}

/** Reads a private key from PEM; undefined when the text is no private key or the key is not ECDSA on P-256. */
export function readPrivateKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}
