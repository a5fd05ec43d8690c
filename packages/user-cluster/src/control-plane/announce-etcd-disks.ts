// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ClusterContext } from '../cluster-context.ts';

type Facts = Pick<ClusterContext, 'config' | 'platform' | 'etcdDisks'>;

/** Runbook that says how to give a VM another disk. */
const runbook = 'docs/runbooks/recover-etcd.md#move-a-disk-of-etcd-to-another-storage-class';

/** Returns one line for each disk of etcd that stays in another StorageClass than the configured one. */
export function keptEtcdDisks({ config, platform, etcdDisks = [] }: Facts): string[] {
  const { replicas, etcdDisk } = config.controlPlane;
  const wanted = etcdDisk.className ?? platform.storage.className;
  const way =
    replicas === 1
      ? 'the disk of a single member can only move together with its cluster'
      : `to move it: ${runbook}`;
  return etcdDisks
    .filter(({ className }) => className !== wanted)
    .map(
      ({ name, className }) =>
        `${name} stays in storage class "${className}": "${wanted}" is for disks that are made from ` +
        `now on; ${way}`,
    );
}

/**
 * Warns in previews of disks of etcd that stay where they are though the configuration names another
 * StorageClass.
 */
export async function announceEtcdDisks(facts: Facts): Promise<void> {
  if (!pulumi.runtime.isDryRun()) return;
  for (const line of keptEtcdDisks(facts)) await pulumi.log.warn(line);
}
