// SPDX-License-Identifier: Apache-2.0
import type { MachineMobility } from './migration-contract.ts';
import { obstacles } from './migration-contract.ts';

/** How a running VM comes to the launcher of a new KubeVirt. */
export interface LauncherMove {
  /** By a live migration. `waits`: KubeVirt begins one again and again, and no other host takes the VM. */
  readonly migration: 'migrates' | 'waits' | 'cannot';
  /** By an eviction of its pod. `refuses`: KubeVirt refuses it, and the VM runs on. */
  readonly eviction: 'migrates' | 'waits' | 'restarts' | 'refuses';
}

/** Obstacles that KubeVirt knows: it begins a migration that another one is in the way of. */
const known = Object.entries(obstacles).flatMap(([name, { find }]) =>
  name === 'localStorage' ? [] : [find],
);

/**
 * Returns how a running VM comes to a new launcher. Its eviction strategy counts for evictions alone: what
 * can migrate is migrated, with `None`, too.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/watch/workload-updater/workload-updater.go `getUpdateData`
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go `admitLauncherPod`
 */
export function launcherMove(machine: MachineMobility): LauncherMove {
  const { evictionStrategy, noTarget = [] } = machine;
  if (known.some((find) => find(machine).length > 0)) {
    return {
      migration: 'cannot',
      eviction: evictionStrategy === 'LiveMigrate' ? 'refuses' : 'restarts',
    };
  }
  const isStuck = noTarget.length > 0 || obstacles.localStorage.find(machine).length > 0;
  const migration = isStuck ? 'waits' : 'migrates';
  return { migration, eviction: evictionStrategy === 'None' ? 'restarts' : migration };
}
