// SPDX-License-Identifier: Apache-2.0
import { backupDemand } from '../backup/backup-demand.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { machineDemands } from './machine-demand.ts';
import { count, mebibytes, thousandths } from '@strata/contracts/quantity';

/** Requests of one pod, and the source of these numbers. */
interface PodRow {
  readonly milliCpu: number;
  readonly mib: number;
  readonly source: string;
}

/** Requests of pods; those of VMs are besides the VM's own. */
const podRows = {
  /** Containers for the console's log and a container disk; their memory is counted with the VM's. */
  launcher: {
    milliCpu: 15 + 10,
    mib: 0,
    source:
      'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/services/serialconsolelog.go and pkg/container-disk/container-disk.go',
  },
  /** Hands volumes to a running VM. */
  attachment: {
    milliCpu: 10,
    mib: 2,
    source:
      'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/services/renderresources.go hotplugContainerRequests',
  },
  /** Fills a disk. */
  filler: {
    milliCpu: 100,
    mib: 58,
    source:
      'https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/controller/config-controller.go defaultMemRequest',
  },
  /** A program of Strata's own, with all its containers: CCM, CSI controller, bastion. */
  controller: { milliCpu: 500, mib: 512, source: 'an upper bound of what Strata itself asks for' },
} as const satisfies Readonly<Record<string, PodRow>>;

/** Highest number of these pods; a new one starts before the old one ends. */
const controllerPods = 3 * 2;

/** Volumes of users that are filled at a time; others wait. */
const volumesAtATime = 5;

/** Load balancers of the API and of SSH. */
const ownLoadBalancers = 2;

/** Node port of SSH; the API's Service has none, and neither has SSH at an address of its own. */
const ownNodePorts = 1;

/**
 * Requests of a container that has none of its own: with a quota, Kubernetes refuses such a container
 * otherwise. There must never be a default *limit* here: it would kill VMs, whose pods have none.
 */
export const containerDefaults = { cpu: '10m', memory: '32Mi' } as const;

/**
 * Renders the limits of a cluster's namespace: the most that its configured VMs need, what users may
 * add, and some room. It limits requests only: for a quota that limits `limits`, KubeVirt would give
 * each VM a limit of its own, and a CPU limit makes live migration slow.
 *
 * @see https://kubernetes.io/docs/concepts/policy/resource-quotas/
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/services/template.go `doesVMIRequireAutoResourceLimits`
 */
export function renderQuota(
  context: Pick<ClusterContext, 'config' | 'foundMachines' | 'platform'>,
) {
  const { headroom, loadBalancerPorts, loadBalancers, volumes } = context.config.quota;
  const areSnapshotsInside = context.config.storage.snapshots;
  const backup = backupDemand(context.config);
  const demands = machineDemands(context);
  const sum = (of: (demand: (typeof demands)[number]) => number) =>
    demands.reduce((total, demand) => total + of(demand), 0);
  const machines = sum((demand) => demand.machines);
  // Volumes come and go: the old attachment pod of a VM stays until the new one is ready.
  const pods = {
    launcher: machines + sum((demand) => demand.surge),
    attachment: 2 * machines,
    filler: machines + 2 * volumesAtATime,
    controller: controllerPods + backup.pods,
  };
  const kinds = ['launcher', 'attachment', 'filler', 'controller'] as const;
  const podSum = (of: (row: PodRow) => number) =>
    kinds.reduce((total, kind) => total + pods[kind] * of(podRows[kind]), 0);
  const podCount = kinds.reduce((total, kind) => total + pods[kind], 0);
  // As many again as are filled at a time: CDI fills one volume, then hands it over.
  const filling = Math.min(volumes.count, volumesAtATime);
  const fillingGiB = volumes.count === 0 ? 0 : volumes.sizeGiB;
  return {
    'requests.cpu': thousandths(
      1000 * (sum((demand) => demand.cpu) + headroom.cpu) + podSum(({ milliCpu }) => milliCpu),
    ),
    'requests.memory': mebibytes(
      sum((demand) => demand.memoryMib) + 1024 * headroom.memoryGiB + podSum(({ mib }) => mib),
    ),
    'requests.storage': mebibytes(
      1024 * (sum((demand) => demand.volumesGiB) + volumes.sizeGiB + fillingGiB + backup.sizeGiB),
    ),
    persistentvolumeclaims: count(
      sum((demand) => demand.volumes) + volumes.count + 2 * filling + backup.volumes,
    ),
    pods: count(podCount + headroom.pods),
    'services.loadbalancers': count(loadBalancers + ownLoadBalancers),
    // The cloud controller's Services take a node port for each of their ports.
    'services.nodeports': count(loadBalancers * loadBalancerPorts + ownNodePorts),
    // CDI, too, copies a volume of the namespace by a snapshot, which it deletes afterwards.
    ...((areSnapshotsInside || backup.snapshotsPerVolume > 0) && {
      'count/volumesnapshots.snapshot.storage.k8s.io': count(
        (areSnapshotsInside ? volumes.snapshots : 0) +
          pods.filler +
          volumes.count * backup.snapshotsPerVolume,
      ),
    }),
  };
}
