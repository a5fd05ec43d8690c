// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { batch, core, rbac } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations, volumeBackupJob } from '@strata/contracts';
import { renderRules } from '@strata/contracts/accounts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import type { VolumeBackupConfig } from '../config/index.ts';
import { madeRoleName } from '../made-role-name.ts';
import { renderVolumeBackup, scriptFile } from './render-volume-backup.ts';
import { volumeBackupRights } from './volume-backup-rights.ts';

const script = readFileSync(new URL(`scripts/${scriptFile}`, import.meta.url), 'utf8');

/** Arguments of {@link createVolumeBackup}. */
export interface VolumeBackupArgs extends ClusterContext {
  readonly volumes: VolumeBackupConfig;
  readonly contents: NamespaceContents;
}

/**
 * Makes the job that takes snapshots of a cluster's volumes, in the cluster's namespace on the infra
 * cluster, with an account of its own. Nobody inside the cluster can read, stop or delete them.
 *
 * @see docs/decisions/0052-volumes-by-snapshots-of-the-infra-cluster.md
 */
export function createVolumeBackup(
  name: string,
  { volumes, contents, ...context }: VolumeBackupArgs,
  options: pulumi.CustomResourceOptions,
): batch.v1.CronJob {
  const { cluster, environment, namespace } = context;
  const metadata = {
    name: volumeBackupJob,
    namespace,
    labels: clusterLabels(environment, cluster),
    annotations: ownerAnnotations,
  };
  const object = { ...options, ...contents };
  const account = new core.v1.ServiceAccount(
    `${name}-account`,
    { metadata, automountServiceAccountToken: false },
    object,
  );
  const role = new rbac.v1.Role(
    `${name}-role`,
    { metadata, rules: renderRules(volumeBackupRights) },
    object,
  );
  const binding = new rbac.v1.RoleBinding(
    `${name}-role-binding`,
    {
      metadata,
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'Role',
        name: madeRoleName(role, volumeBackupJob),
      },
      subjects: [{ kind: 'ServiceAccount', name: volumeBackupJob, namespace }],
    },
    { ...object, dependsOn: role },
  );
  const settings = new core.v1.ConfigMap(
    `${name}-settings`,
    { metadata, data: { [scriptFile]: script } },
    object,
  );
  return new batch.v1.CronJob(
    `${name}-job`,
    { metadata, spec: renderVolumeBackup(context, volumes) },
    { ...object, dependsOn: [account, binding, settings] },
  );
}
