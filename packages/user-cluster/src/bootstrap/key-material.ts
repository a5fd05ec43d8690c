// SPDX-License-Identifier: Apache-2.0

/** A certificate and its private key. */
export interface KeyPair {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/** An authority that only control-plane VMs have, and while it is rotated the certificate of the other one. */
export interface TrustedKeyPair extends KeyPair {
  /** Certificates of all authorities that are trusted, as one text; the first is that of the one that signs. */
  readonly trustedPem: string;
}

/** Public part of the cluster's authority, which every VM has; of two while it is rotated. */
export interface ClusterAuthority {
  /** Certificates of all authorities that VMs trust, as one text; the first is that of the one that signs. */
  readonly certificatePem: string;
  /** `sha256:` and the hash of the public key of each, by which a joining VM recognizes the API server. */
  readonly publicKeyPins: readonly string[];
}

/** A key of encryption at rest. */
export interface EncryptionKey {
  /** Its name in etcd's values, which never belongs to another key. */
  readonly name: string;
  /** 32 bytes in base64. */
  readonly secret: string;
}

/** Keys of control-plane VMs: everything that kubeadm would otherwise make itself. */
export interface ControlPlaneKeys {
  /** The authority that signs. */
  readonly cluster: KeyPair;
  readonly etcd: TrustedKeyPair;
  readonly frontProxy: TrustedKeyPair;
  /**
   * Signs the tokens of ServiceAccounts; the API server accepts what any of the public keys verifies, which
   * are one text. The first of them belongs to the private key: kubeadm compares their kind.
   */
  readonly serviceAccount: { readonly privateKeyPem: string; readonly publicKeyPem: string };
  /** The first encrypts Secrets in etcd; each can decrypt what it has encrypted. */
  readonly encryptionKeys: readonly EncryptionKey[];
}
