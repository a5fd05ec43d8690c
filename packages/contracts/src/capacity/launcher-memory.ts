// SPDX-License-Identifier: Apache-2.0

/** What of a machine its pod's memory depends on, besides the machine's own. */
export interface LauncherFacts {
  readonly cpu: number;
  readonly memoryGiB: number;
  /** Whether it has a device of the host, such as an SR-IOV card. */
  readonly hasHostDevice: boolean;
}

/** Memory that the pod of a machine asks for on top of the machine's, in MiB. */
export interface OverheadRow {
  readonly what: string;
  readonly mib: (facts: LauncherFacts) => number;
}

/**
 * The overhead, row by row as KubeVirt reckons it; the same in KubeVirt 1.7, 1.8 and 1.9, for x86.
 * What a size of machine may have without the platform saying so is counted for all.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/hypervisor/kvm/hypervisorbackend.go `GetMemoryOverhead`
 */
export const launcherOverhead: readonly OverheadRow[] = [
  { what: 'page tables: one bit for 512', mib: ({ memoryGiB }) => (memoryGiB * 1024) / 512 },
  { what: 'virt-launcher-monitor', mib: () => 25 },
  { what: 'virt-launcher', mib: () => 100 },
  { what: 'virtlogd', mib: () => 25 },
  { what: 'virtqemud', mib: () => 40 },
  { what: 'qemu', mib: () => 30 },
  { what: 'CPU tables', mib: ({ cpu }) => 8 * cpu },
  { what: 'the thread for input and output', mib: () => 8 },
  { what: 'video memory, for VNC', mib: () => 32 },
  { what: 'dedicated CPUs, which some sizes have', mib: () => 100 },
  { what: 'devices of the host', mib: ({ hasHostDevice }) => (hasHostDevice ? 1024 : 0) },
];

/** Memory that the pod of a machine asks for, in MiB. */
export function launcherMemoryMib(facts: LauncherFacts): number {
  const overhead = launcherOverhead.reduce((sum, { mib }) => sum + mib(facts), 0);
  return facts.memoryGiB * 1024 + Math.ceil(overhead);
}
