// SPDX-License-Identifier: Apache-2.0

/** The properties of a VM that the overhead of its pod depends on, besides its memory. */
export interface LauncherFacts {
  readonly cpu: number;
  readonly memoryGiB: number;
  /** Whether it has a host device, such as an SR-IOV card. */
  readonly hasHostDevice: boolean;
  /** Whether it has dedicated CPUs. */
  readonly hasDedicatedCpus: boolean;
  /** @default true: preferences do not say which of them have one */
  readonly hasTpm?: boolean;
  /** Whether it boots from a container disk, which is a container of its own. @default true */
  readonly hasContainerDisk?: boolean;
}

/** Memory that the pod of a VM requests in addition to the VM's own. */
interface OverheadRow {
  readonly what: string;
  readonly mib: (facts: LauncherFacts) => number;
}

/** Converts megabytes, such as the API server's `35M`, into MiB. */
const megabytes = (count: number) => (count * 1e6) / 2 ** 20;

/**
 * Memory that the VM's container requests in addition to the VM's memory, row by row as KubeVirt
 * 1.7, 1.8 and 1.9 calculate it, for x86. Their row for page tables does not apply to a VM that
 * sets its memory as `guest`, as all of ours do; for sizes that overcommit it is less than they
 * save.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/hypervisor/kvm/hypervisorbackend.go
 * `GetMemoryOverhead`
 */
const launcherOverhead: readonly OverheadRow[] = [
  { what: 'virt-launcher-monitor', mib: () => 25 },
  { what: 'virt-launcher', mib: () => 100 },
  { what: 'virtlogd', mib: () => 25 },
  { what: 'virtqemud', mib: () => 40 },
  { what: 'qemu', mib: () => 30 },
  { what: 'CPU tables', mib: ({ cpu }) => 8 * cpu },
  { what: 'the thread for input and output', mib: () => 8 },
  { what: 'video memory, for VNC', mib: () => 32 },
  { what: 'dedicated CPUs', mib: ({ hasDedicatedCpus }) => (hasDedicatedCpus ? 100 : 0) },
  { what: 'devices of the host', mib: ({ hasHostDevice }) => (hasHostDevice ? 1024 : 0) },
  { what: 'swtpm', mib: ({ hasTpm = true }) => (hasTpm ? 53 : 0) },
];

/**
 * Memory that the sidecar containers request; with dedicated CPUs their requests equal their
 * limits.
 *
 * @see
 * https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/services/serialconsolelog.go
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/container-disk/container-disk.go
 */
const launcherSidecars: readonly OverheadRow[] = [
  {
    what: 'guest-console-log',
    mib: ({ hasDedicatedCpus }) => megabytes(hasDedicatedCpus ? 60 : 35),
  },
  {
    what: 'the container disk',
    mib: ({ hasContainerDisk = true, hasDedicatedCpus }) =>
      hasContainerDisk ? megabytes(hasDedicatedCpus ? 40 : 1) : 0,
  },
];

/** Settings of KubeVirt that change what the pod of a VM requests. */
export interface LauncherSettings {
  /** `additionalGuestMemoryOverheadRatio`. @default 1 */
  readonly launcherOverheadRatio?: number | undefined;
  /**
   * `memoryOvercommit`: memory of a VM in percent of what its pod requests for it. KubeVirt does not
   * apply it to sizes that overcommit themselves; so what a percentage above 100 saves is not counted.
   *
   * @default 100
   */
  readonly memoryOvercommitPercent?: number | undefined;
}

/**
 * Returns the memory that the pod of a VM requests, the VM's own included, in MiB.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/services/renderresources.go
 * `WithMemoryRequests`
 */
export function launcherMemoryMib(
  facts: LauncherFacts,
  { launcherOverheadRatio = 1, memoryOvercommitPercent = 100 }: LauncherSettings = {},
): number {
  const sum = (rows: readonly OverheadRow[]) =>
    rows.reduce((total, { mib }) => total + mib(facts), 0);
  const overhead = sum(launcherOverhead) * launcherOverheadRatio + sum(launcherSidecars);
  const ownMib = (facts.memoryGiB * 1024 * 100) / Math.min(memoryOvercommitPercent, 100);
  return Math.ceil(ownMib) + Math.ceil(overhead);
}
