// SPDX-License-Identifier: Apache-2.0

/** Secrets that the stack of the bare-metal tests must not reveal, by description. */
export const secrets = {
  'access key id': 'canary-access-id-t3B',
  'backup password': 'canary-restic-7Jq',
  'encryption passphrase of the state': 'canary-passphrase-Zx2',
  'registry password': 'canary-registry-m4K',
  'secret access key': 'canary-access-key-p0W',
  'token of the admin': 'canary-token-of-the-admin-9fL',
};

/** Where the configuration has them. */
export const encryptedValues = {
  'infra:kubeone.backups.accessKeyId': secrets['access key id'],
  'infra:kubeone.backups.password': secrets['backup password'],
  'infra:kubeone.backups.secretAccessKey': secrets['secret access key'],
  'infra:kubeone.containerd.registries["docker.io"].password': secrets['registry password'],
};
