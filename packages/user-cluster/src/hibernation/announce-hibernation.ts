// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ClusterContext } from '../cluster-context.ts';

type Facts = Pick<ClusterContext, 'cluster' | 'config'>;

/** Returns what is said of a hibernated cluster; undefined for all others. */
export function hibernationLine({ cluster, config }: Facts): string | undefined {
  if (!config.hibernated) return undefined;
  return (
    `the user cluster "${cluster}" is hibernated: its pools have no VMs, so only pods that tolerate the taint of the control plane run. ` +
    'Its control plane, volumes and addresses stay. Remove user-cluster:hibernated to bring the VMs back'
  );
}

/** Says in previews and updates that a cluster is hibernated. */
export async function announceHibernation(facts: Facts): Promise<void> {
  const line = hibernationLine(facts);
  if (line !== undefined) await pulumi.log.info(line);
}
