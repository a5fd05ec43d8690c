// SPDX-License-Identifier: Apache-2.0
import { minorOf, releases, supportsKubernetes } from '@strata/contracts';
import { parseQuantity } from '@strata/contracts/quantity';
import { checkCilium } from './check-cilium.ts';
import type { ClusterState, NodeState } from './cluster-state.ts';

/** Findings about a cluster: problems stop the program, warnings do not. */
export interface Findings {
  /** Reasons why the platform cannot be installed. */
  readonly problems: readonly string[];
  /** Things that will not work, or not well. */
  readonly warnings: readonly string[];
}

const kvm = 'devices.kubevirt.io/kvm';
/** Label by which KubeVirt marks whether a node can run VMs. @see https://kubevirt.io/user-guide/cluster_admin/node_assignment/ */
const schedulable = 'kubevirt.io/schedulable';

const bytesInGiB = 2 ** 30;

/**
 * The least CPU, memory and disk of a node that can run VMs besides Kubernetes.
 *
 * @see https://docs.kubermatic.com/kubermatic/v2.28/architecture/requirements/
 */
const least = { cpu: 2, memoryGiB: 4, diskGB: 30 } as const;

const namesOf = (nodes: readonly NodeState[]) =>
  nodes
    .map(({ metadata }) => metadata.name)
    .sort()
    .join(', ');

function checkVersion({ kubernetes }: ClusterState): string[] {
  if (kubernetes === undefined) return [];
  const minor = minorOf(kubernetes);
  if (releases.some((release) => supportsKubernetes(release, minor))) return [];
  const oldest = releases[0].kubernetes.oldest;
  const newest = releases.at(-1)?.kubernetes.newest ?? '';
  return [
    `the cluster runs Kubernetes ${kubernetes}, but releases of the platform run on ${oldest} to ` +
      `${newest}; bring the cluster to one of them first`,
  ];
}

/** Warns of nodes that are not ready; a missing or broken network plugin shows in the message of the condition Ready. */
function checkReady({ nodes }: ClusterState): string[] {
  return nodes.flatMap(({ metadata, status }) => {
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    if (ready === undefined || ready.status === 'True') return [];
    const reason = ready.message ?? 'it does not say why';
    const fix = /network|cni/i.test(reason) ? 'install a network (CNI) on it' : 'mend it';
    return [`host ${metadata.name} is not ready (${reason}); ${fix}, or VMs will not run there`];
  });
}

/** Warns of nodes without KVM. Only nodes that KubeVirt has labelled are checked, so never before it is installed. */
function checkVirtualization({ nodes }: ClusterState): string[] {
  const judged = nodes.filter(({ metadata }) => metadata.labels?.[schedulable] !== undefined);
  const without = judged.filter(
    ({ status }) => parseQuantity(status?.allocatable?.[kvm] ?? '0') === 0,
  );
  if (without.length === 0) return [];
  return [
    `KubeVirt finds no /dev/kvm on ${namesOf(without)}; switch hardware virtualization on in the ` +
      'firmware and load the module kvm_intel or kvm_amd, or VMs will not run there',
  ];
}

function checkCapacity({ nodes }: ClusterState): string[] {
  const small = nodes.filter(({ status }) => {
    const { cpu, memory } = status?.capacity ?? {};
    const cpus = parseQuantity(cpu);
    const bytes = parseQuantity(memory);
    if (cpus === undefined || bytes === undefined) return false;
    // The kernel keeps some of the memory for itself.
    return cpus < least.cpu || Math.ceil(bytes / bytesInGiB) < least.memoryGiB;
  });
  if (small.length === 0) return [];
  return [
    `less than ${least.cpu} CPUs or ${least.memoryGiB} GiB of memory: ${namesOf(small)}; ` +
      'no VM fits beside Kubernetes there',
  ];
}

/**
 * Warns of nodes with a small file system for images and logs; that of images may be another one, of which
 * a node does not tell the size.
 *
 * @see https://kubernetes.io/docs/concepts/storage/ephemeral-storage/
 */
function checkDisk({ nodes }: ClusterState): string[] {
  const small = nodes.filter(({ status }) => {
    const bytes = parseQuantity(status?.capacity?.['ephemeral-storage']);
    return bytes !== undefined && bytes < least.diskGB * 1e9;
  });
  if (small.length === 0) return [];
  return [
    `less than ${least.diskGB} GB for images and logs (the file system of /var/lib/kubelet): ${namesOf(small)}; ` +
      'the images of the platform and of machines fill it, and pods are evicted',
  ];
}

function checkNodes({ nodes }: ClusterState): string[] {
  return nodes.length > 0 ? [] : ['the cluster has no nodes; join hosts to it'];
}

/** Returns what speaks against installing the platform on a cluster that already runs. */
export function checkRequirements(state: ClusterState): Findings {
  return {
    problems: checkVersion(state),
    warnings: [
      ...[checkNodes, checkReady, checkVirtualization, checkCapacity, checkDisk].flatMap((check) =>
        check(state),
      ),
      ...checkCilium(state.cilium),
    ],
  };
}
