// SPDX-License-Identifier: Apache-2.0
import { migrationContract } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { defaultBootSeconds } from '../config/auto-restart-fields.ts';
import type { PoolConfig } from '../config/index.ts';
import { machineSize } from './disk-storage.ts';
import { machineMobility } from './machine-mobility.ts';

/**
 * Seconds that KubeVirt gives a live migration for each GiB of memory, unless the platform has set
 * others (its output `migrationTimeoutPerGiB`).
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-config/virt-config.go (MigrationCompletionTimeoutPerGiB)
 */
const defaultTimeoutPerGiB = 150;

/**
 * Returns the `bootSeconds` that are enough however large a VM is. Few migrations of large VMs come near
 * their limit, and with KubeVirt's limit none is expected to take longer than the default. A platform
 * that allows more time for each GiB expects migrations to take as much more.
 */
function enoughForAny(secondsPerGiB: number): number {
  return Math.ceil(defaultBootSeconds * Math.max(1, secondsPerGiB / defaultTimeoutPerGiB));
}

/** Returns whether the VMs of a pool migrate when their host is drained; false where that is not known. */
function migrates(pool: PoolConfig, { config, infra, platform }: CheckContext): boolean {
  const { network } = config;
  if (network === undefined) return false;
  const { maxUnavailable, replicas } = pool;
  const mobility = machineMobility(pool, {
    role: 'worker',
    network,
    platform,
    hosts: infra.hosts,
    replicas,
    maxUnavailable: Math.max(1, maxUnavailable),
  });
  return migrationContract(mobility).behaviour === 'migrates';
}

/**
 * Reports pools whose live migrations `autoRestart` would end. The pod to which a VM migrates has the same
 * liveness probe, and nothing answers there before the VM has arrived. When the host's kubelet ends that
 * pod, the migration fails, the next one likewise, and the old host never gets empty.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/services/template.go (RenderMigrationManifest)
 */
export const checkAutoRestart: Check = (context): Problem[] =>
  (context.config.pools ?? []).flatMap((pool, index) => {
    const { autoRestart, name } = pool;
    const memoryGiB = machineSize(pool, context.platform)?.memoryGiB;
    if (autoRestart === undefined || memoryGiB === undefined) return [];
    const secondsPerGiB = context.platform.migrationTimeoutPerGiB ?? defaultTimeoutPerGiB;
    const longest = Math.ceil(secondsPerGiB * memoryGiB);
    const least = Math.min(longest - autoRestart.unreachableSeconds, enoughForAny(secondsPerGiB));
    if (autoRestart.bootSeconds >= least || !migrates(pool, context)) return [];
    return [
      {
        path: ['pools', index, 'autoRestart', 'bootSeconds'],
        message:
          `a live migration of pool "${name}" may take ${longest} s (${secondsPerGiB} for each GiB of memory), and ` +
          'nothing answers on the new host until it has ended: the machine there would be restarted ' +
          `before, and its host never emptied; set bootSeconds to ${least} or more, or evictionStrategy: None`,
      },
    ];
  });
