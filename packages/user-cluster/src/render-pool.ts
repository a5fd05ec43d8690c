// SPDX-License-Identifier: Apache-2.0
import type {
  V1beta1VirtualMachinePoolSpec,
  V1DataVolumeTemplateSpec,
  V1VirtualMachineInstanceSpec,
} from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import { clusterLabels, labelKeys } from '@strata/contracts';
import type { PoolConfig, Storage } from '@strata/contracts';

/** What a pool of machines is made from. */
export interface PoolPlan {
  readonly environment: string;
  readonly cluster: string;
  readonly pool: PoolConfig;
  /** The platform's defaults. */
  readonly storage: Storage;
}

/** The generated types know percentages only, but the API takes numbers too. */
type PoolSpec = Omit<V1beta1VirtualMachinePoolSpec, 'maxUnavailable'> & {
  readonly maxUnavailable: number | string;
};

/** Enough for a machine that nobody logs in to: no passwords over SSH. */
const userData = '#cloud-config\nssh_pwauth: false\n';

/** Labels that the machines of a pool carry as VMs and as pods. */
function machineLabels({ environment, cluster, pool }: PoolPlan): Record<string, string> {
  return {
    ...clusterLabels(environment, cluster),
    [labelKeys.role]: 'worker',
    [labelKeys.pool]: pool.name,
    [labelKeys.machine]: pool.name,
  };
}

function renderRootDisk({ pool, storage }: PoolPlan): V1DataVolumeTemplateSpec {
  const { image, sizeGiB, className, accessModes, volumeMode } = pool.rootDisk;
  return {
    // KubeVirt adds the machine's number.
    metadata: { name: `${pool.name}-root` },
    spec: {
      source: { registry: { url: image } },
      storage: {
        storageClassName: className ?? storage.className,
        accessModes: [...(accessModes ?? storage.accessModes)],
        volumeMode: volumeMode ?? storage.volumeMode,
        resources: { requests: { storage: `${sizeGiB}Gi` } },
      },
    },
  };
}

function renderMachine({ pool }: PoolPlan): V1VirtualMachineInstanceSpec {
  return {
    // Machines that can move do, when their host is drained; the others are shut down.
    evictionStrategy: 'LiveMigrateIfPossible',
    terminationGracePeriodSeconds: 30,
    topologySpreadConstraints: [
      { ...pool.spread, labelSelector: { matchLabels: { [labelKeys.machine]: pool.name } } },
    ],
    domain: {
      devices: {
        disks: [
          { name: 'root', disk: { bus: 'virtio' } },
          { name: 'cloudinit', disk: { bus: 'virtio' } },
        ],
        // The name is a promise: the cloud controller looks for an interface called so.
        interfaces: [{ name: 'default', masquerade: {} }],
      },
    },
    networks: [{ name: 'default', pod: {} }],
    volumes: [
      { name: 'root', dataVolume: { name: `${pool.name}-root` } },
      { name: 'cloudinit', cloudInitNoCloud: { userData } },
    ],
  };
}

/**
 * The specification of a VirtualMachinePool.
 *
 * @see https://kubevirt.io/user-guide/user_workloads/pool/
 */
export function renderPool(plan: PoolPlan): PoolSpec {
  const { pool } = plan;
  const labels = machineLabels(plan);
  return {
    replicas: pool.replicas,
    maxUnavailable: pool.maxUnavailable,
    selector: { matchLabels: { [labelKeys.machine]: pool.name } },
    // The highest number goes first, so that the machines of a pool are always 0 to n-1.
    scaleInStrategy: { proactive: { selectionPolicy: { sortPolicy: 'DescendingOrder' } } },
    virtualMachineTemplate: {
      metadata: { labels },
      spec: {
        runStrategy: 'Always',
        instancetype: { kind: 'VirtualMachineClusterInstancetype', name: pool.instancetype },
        preference: { kind: 'VirtualMachineClusterPreference', name: pool.preference },
        dataVolumeTemplates: [renderRootDisk(plan)],
        template: { metadata: { labels }, spec: renderMachine(plan) },
      },
    },
  };
}

/** Names of a pool's machines, which are also host names and node names. */
export function machineNames({ name, replicas }: Pick<PoolConfig, 'name' | 'replicas'>): string[] {
  return Array.from({ length: replicas }, (_, index) => `${name}-${index}`);
}
