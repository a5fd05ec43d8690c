// SPDX-License-Identifier: Apache-2.0
import { clusterLabels, labelKeys } from '@strata/contracts';
import type { UserClusterConfig } from '../config/index.ts';

/** Input of {@link namespaceLabels}. */
export interface NamespaceLabelsArgs {
  readonly environment: string;
  readonly cluster: string;
  readonly config: Pick<UserClusterConfig, 'controlPlane' | 'pools'>;
  /** Whether all its VMs can live-migrate: then the descheduler may move them. @default false */
  readonly liveMigrates?: boolean;
}

/**
 * Pod Security levels. virt-launcher and CDI's importers keep to the usual one; pods of VMs whose disks
 * are files of the host cannot, because they mount folders of the host.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
const podSecurity = { usual: 'baseline', withHostDisks: 'privileged' } as const;

function podSecurityOf({ controlPlane, pools }: NamespaceLabelsArgs['config']): string {
  const hasHostDisk = [controlPlane, ...pools].some(({ disks }) =>
    disks.some(({ kind }) => kind === 'host'),
  );
  return hasHostDisk ? podSecurity.withHostDisks : podSecurity.usual;
}

/** Returns the labels of the namespace of a user cluster on the infra cluster. */
export function namespaceLabels({
  cluster,
  config,
  environment,
  liveMigrates = false,
}: NamespaceLabelsArgs): Record<string, string> {
  return {
    ...clusterLabels(environment, cluster),
    ...(liveMigrates && { [labelKeys.liveMigrates]: 'true' }),
    'pod-security.kubernetes.io/enforce': podSecurityOf(config),
    // Warns and records even where it is not enforced.
    'pod-security.kubernetes.io/warn': podSecurity.usual,
    'pod-security.kubernetes.io/audit': podSecurity.usual,
  };
}
