// SPDX-License-Identifier: Apache-2.0
import type {
  V1DataVolumeTemplateSpec,
  V1VirtualMachineSpec,
} from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import { clusterLabels, labelKeys } from '@strata/contracts';
import type { PoolConfig, Storage } from '@strata/contracts';

/** What a machine of a pool is made from. */
export interface MachineArgs {
  readonly environment: string;
  readonly cluster: string;
  readonly pool: PoolConfig;
  /** The platform's defaults for disks. */
  readonly storage: Storage;
}

/** Name of the disk a machine boots from, and of its volume; each machine's gets a number. */
const rootDisk = 'root';

/** Enough for a machine that nobody logs in to: no passwords over SSH. */
const userData = '#cloud-config\nssh_pwauth: false\n';

/** Labels of every machine of a pool: scheduling, cloud controller and CSI driver select by them. */
export function machineLabels({ environment, cluster, pool }: MachineArgs): Record<string, string> {
  return {
    ...clusterLabels(environment, cluster),
    [labelKeys.role]: 'worker',
    [labelKeys.pool]: pool.name,
    [labelKeys.machine]: pool.name,
  };
}

/**
 * One machine of a pool. Its name, which is also its host's and its node's, comes from the pool.
 *
 * @see https://kubevirt.io/api-reference/v1.8.4/definitions.html#_v1_virtualmachinespec
 */
export function renderMachine(args: MachineArgs): V1VirtualMachineSpec {
  const { pool } = args;
  const labels = machineLabels(args);
  return {
    runStrategy: 'Always',
    instancetype: { kind: 'VirtualMachineClusterInstancetype', name: pool.instancetype },
    preference: { kind: 'VirtualMachineClusterPreference', name: pool.preference },
    dataVolumeTemplates: [renderRootDisk(args)],
    template: {
      metadata: { labels },
      spec: {
        // Drains that cannot move a machine shut it down instead of hanging.
        evictionStrategy: 'LiveMigrateIfPossible',
        topologySpreadConstraints: [
          { ...pool.spread, labelSelector: { matchLabels: { [labelKeys.machine]: pool.name } } },
        ],
        domain: {
          devices: {
            disks: [
              { name: rootDisk, disk: { bus: 'virtio' } },
              { name: 'cloudinit', disk: { bus: 'virtio' } },
            ],
            // The cloud controller takes a node's address from the interface of this name.
            interfaces: [{ name: 'default', masquerade: {} }],
          },
        },
        networks: [{ name: 'default', pod: {} }],
        volumes: [
          { name: rootDisk, dataVolume: { name: diskName(pool) } },
          { name: 'cloudinit', cloudInitNoCloud: { userData } },
        ],
      },
    },
  };
}

/** The pool appends each machine's number. */
function diskName({ name }: PoolConfig): string {
  return `${name}-${rootDisk}`;
}

function renderRootDisk({ pool, storage }: MachineArgs): V1DataVolumeTemplateSpec {
  const { image, sizeGiB, className, accessModes, volumeMode } = pool.rootDisk;
  return {
    metadata: { name: diskName(pool) },
    spec: {
      source: { registry: { url: image } },
      storage: {
        storageClassName: className ?? storage.className,
        accessModes: accessModes ?? storage.accessModes,
        volumeMode: volumeMode ?? storage.volumeMode,
        resources: { requests: { storage: `${sizeGiB}Gi` } },
      },
    },
  };
}
