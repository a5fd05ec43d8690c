// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ClusterContext } from '../cluster-context.ts';
import { disksOfOthers } from './check-growth.ts';

type Facts = Pick<ClusterContext, 'config' | 'etcdDisks' | 'versions'>;

/**
 * Returns what a preview says of a control plane that has fewer VMs than it will have; undefined for a
 * new one and for a complete one.
 *
 * @see docs/decisions/0056-a-control-plane-grows.md
 */
export function growthLine({ config, etcdDisks, versions = [] }: Facts): string | undefined {
  const { replicas } = config.controlPlane;
  // There is a version for each VM that exists.
  const count = versions.length;
  if (count === 0 || count >= replicas) return undefined;
  if (disksOfOthers(etcdDisks).length > 0) {
    return (
      `the control plane has ${count} of its ${replicas} VMs: until all have joined, the loss of ` +
      'one more can leave etcd without a majority'
    );
  }
  return (
    'the control plane grows from 1 VM to 3: cp-0 is replaced by a VM with an interface among peers, and the ' +
    'API is away until that one answers; workloads keep running. Then cp-1 and cp-2 are made and join, ' +
    'one after the other. From the moment when cp-1 has a disk there is no way back to 1'
  );
}

/** Warns in previews of what the growth of a control plane costs. */
export async function announceGrowth(facts: Facts): Promise<void> {
  if (!pulumi.runtime.isDryRun()) return;
  const line = growthLine(facts);
  if (line !== undefined) await pulumi.log.warn(line);
}
