// SPDX-License-Identifier: Apache-2.0

/** A certificate and its key. */
export interface KeyPair {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/** What every machine knows of its cluster's authority. */
export interface ClusterAuthority {
  readonly certificatePem: string;
  /** `sha256:` and the hash of the public key, by which a joining machine knows the API. */
  readonly publicKeyPin: string;
}

/** What control-plane machines have: all that kubeadm would make up by itself. */
export interface ControlPlaneKeys {
  readonly cluster: KeyPair;
  readonly etcd: KeyPair;
  readonly frontProxy: KeyPair;
  /** Signs the tokens of ServiceAccounts. */
  readonly serviceAccount: { readonly privateKeyPem: string; readonly publicKeyPem: string };
  /** 32 bytes in base64, for Secrets in etcd. */
  readonly encryptionKey: string;
}
