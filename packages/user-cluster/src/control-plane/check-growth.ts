// SPDX-License-Identifier: Apache-2.0
import type { Check } from '../checks/check-context.ts';
import { controlPlaneGroup } from '../machines/index.ts';
import { etcdDiskName } from '../update/index.ts';
import type { EtcdDisk } from '../update/index.ts';

const firstDisk = etcdDiskName(`${controlPlaneGroup}-0`);

/** Returns the disks of etcd of all control-plane VMs but the first one. */
export function disksOfOthers(disks: readonly EtcdDisk[] = []): EtcdDisk[] {
  return disks.filter(({ name }) => name !== firstDisk);
}

const runbook = 'docs/runbooks/recover-etcd.md#a-control-plane-that-grows-from-one-to-three';

/**
 * Reports a single control-plane VM where others have, or may have, members of etcd: without them the
 * first one has no majority. A disk of theirs says so, which is made right before its VM.
 */
export const checkGrowth: Check = ({ config, running }) => {
  if (config.controlPlane?.replicas !== 1) return [];
  const others = disksOfOthers(running?.etcdDisks);
  if (others.length === 0) return [];
  const disks = others.map(({ name }) => name).join(' and ');
  const message =
    `3 control-plane nodes never become 1 again: etcd has members on ${disks}, and without them ` +
    `cp-0 has no majority; leave it at 3. If the others could not join: ${runbook}`;
  return [{ path: ['controlPlane', 'replicas'], message }];
};
