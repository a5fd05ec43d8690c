// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../../test-context.ts';

/** A volume as the target of backups. */
export const toVolume = { target: { volume: { sizeGiB: 40 } } };

/** A bucket as the target of backups, with its keys. */
export const s3 = {
  endpoint: 'https://s3.example.org:9000',
  bucket: 'backups',
  credentials: { accessKeyId: 'the-id', secretAccessKey: 'the-secret' },
};

/** The context of a cluster with this `backup`, and the backup of its configuration. */
export function contextWith(change: object) {
  const context = testContext({ backup: change });
  const { backup } = context.config;
  if (backup === undefined) throw new Error('the configuration has no backups');
  return { ...context, backup };
}

/** The labels that all objects of the cluster have. */
export const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
