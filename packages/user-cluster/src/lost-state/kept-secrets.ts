// SPDX-License-Identifier: Apache-2.0
import { backupFiles, backupObjects } from '../backup/render-backup-pod.ts';
import { apiServerFiles, keyFiles } from '../bootstrap/control-plane-files.ts';
import { bastionName } from '../access/render-bastion.ts';
import { infraControllers } from '@strata/contracts/accounts';

/**
 * Secrets of a cluster's namespace on the infra cluster, beside start-up data, that have keys which the
 * state has, too.
 */
export const keptSecrets = {
  /** Kubeconfigs with a certificate, by the name of its resource after the cluster's. */
  kubeconfigs: {
    'keys-cloud-certificate': `${infraControllers.cloud}-kubeconfig`,
    'keys-csi-certificate': `${infraControllers.storage}-kubeconfig`,
  },
  kubeconfigField: 'kubeconfig',
  backupCertificate: {
    resource: 'services-backup-certificate',
    secret: backupObjects.client,
    certificate: backupFiles.certificate,
    key: backupFiles.key,
  },
  backupPassword: { secret: backupObjects.store, field: backupFiles.password },
  hostKey: { secret: `${bastionName}-host-key`, field: 'key' },
} as const;

const authorityFiles = keyFiles.authorities.map(
  ({ certificate, key }) => `${certificate} and ${key}`,
);

/** Words for the files of a control-plane VM that have a key, by its name without its generation. */
export const keyFilesOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['cluster', 'etcd', 'front-proxy'].map((name, at) => [name, authorityFiles[at] ?? '']),
  ),
  'service-account': `${keyFiles.tokens.key} and ${keyFiles.tokens.publicKeys}`,
  encryption: apiServerFiles.encryption,
};
