// SPDX-License-Identifier: Apache-2.0
import { migrationContract } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { defaultBootSeconds } from '../config/auto-restart-fields.ts';
import type { PoolConfig } from '../config/index.ts';
import { machineSize } from './disk-storage.ts';
import { machineMobility } from './machine-mobility.ts';

/**
 * Seconds that KubeVirt gives a live migration for each GB of memory, unless the platform has set
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

/**
 * Returns what comes of migrations of a pool's VMs that fail again and again; undefined if nothing migrates
 * them, or that is not known. Their eviction strategy decides about drains alone: with a new launcher KubeVirt
 * migrates whatever can migrate, if it is set to.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/watch/workload-updater/workload-updater.go (getUpdateData)
 */
function failedMigrations(
  pool: PoolConfig,
  { config, infra, platform }: CheckContext,
): string | undefined {
  const { network } = config;
  const isDrained = pool.evictionStrategy !== 'None';
  const isUpdated = platform.workloadUpdateMethods?.includes('LiveMigrate') === true;
  if (network === undefined || (!isDrained && !isUpdated)) return undefined;
  const { maxUnavailable, replicas } = pool;
  const mobility = machineMobility(pool, {
    role: 'worker',
    network,
    platform,
    hosts: infra.hosts,
    replicas,
    maxUnavailable: Math.max(1, maxUnavailable),
  });
  const moved = { ...mobility, evictionStrategy: 'LiveMigrateIfPossible' as const };
  if (migrationContract(moved).behaviour !== 'migrates') return undefined;
  return isDrained ? 'its host never emptied' : 'a newer KubeVirt would migrate it again and again';
}

/** The time that KubeVirt gives a live migration. */
interface MigrationTime {
  readonly seconds: number;
  /** Whether it is longer by the unknown size of an ephemeral root disk. */
  readonly orMore: boolean;
  /** Its parts, in words. */
  readonly made: string;
}

/**
 * Returns the time that KubeVirt gives a live migration: for each GB of 10^9 bytes, although its setting
 * says GiB, and a part of one counts as one.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-launcher/virtwrap/manager.go (getVMIMigrationDataSize)
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-launcher/virtwrap/live-migration-source.go (acceptableCompletionTime)
 */
function migrationTime(
  { rootDisk }: PoolConfig,
  memoryGiB: number,
  { migrationsPause, migrationTimeoutPerGiB }: CheckContext['platform'],
): MigrationTime {
  const perGB = migrationTimeoutPerGiB ?? defaultTimeoutPerGiB;
  const atFirst = perGB * Math.ceil((memoryGiB * 2 ** 30) / 1e9);
  const written = rootDisk.ephemeral
    ? ' and of what has been written to its ephemeral root disk'
    : '';
  const again = migrationsPause === true ? ', and as long again with the guest paused' : '';
  return {
    seconds: migrationsPause === true ? atFirst * 2 : atFirst,
    orMore: rootDisk.ephemeral,
    made: `${perGB} for each GB of memory${written}${again}`,
  };
}

/**
 * Reports pools whose live migrations `autoRestart` would end. The pod to which a VM migrates has the same
 * liveness probe, and nothing answers there before the VM has arrived. When the host's kubelet ends that
 * pod, the migration fails, and the next one likewise.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/services/template.go (RenderMigrationManifest)
 */
export const checkAutoRestart: Check = (context): Problem[] =>
  (context.config.pools ?? []).flatMap((pool, index) => {
    const { autoRestart, name } = pool;
    const memoryGiB = machineSize(pool, context.platform)?.memoryGiB;
    if (autoRestart === undefined || memoryGiB === undefined) return [];
    const { platform } = context;
    const { made, orMore, seconds } = migrationTime(pool, memoryGiB, platform);
    const enough = enoughForAny(platform.migrationTimeoutPerGiB ?? defaultTimeoutPerGiB);
    const least = orMore ? enough : Math.min(seconds - autoRestart.unreachableSeconds, enough);
    const outcome = autoRestart.bootSeconds >= least ? undefined : failedMigrations(pool, context);
    if (outcome === undefined) return [];
    return [
      {
        path: ['pools', index, 'autoRestart', 'bootSeconds'],
        message:
          `a live migration of pool "${name}" may take ${seconds} s${orMore ? ' and more' : ''} (${made}), and ` +
          'nothing answers on the new host until it has ended: the machine there would be restarted ' +
          `before, and ${outcome}; set bootSeconds to ${least} or more`,
      },
    ];
  });
