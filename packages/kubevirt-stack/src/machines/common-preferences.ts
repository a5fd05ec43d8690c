// SPDX-License-Identifier: Apache-2.0
import type { Preference } from '../config/index.ts';

/** The smallest VM, memory in GiB; without it any will do. */
type Needs = NonNullable<Preference['requires']>;

const oneCpu = (memoryGiB: number): Needs => ({ cpu: 1, memoryGiB });

/**
 * The preferences of KubeVirt's own for Linux on amd64 that user clusters may choose, with what they require.
 * None of them sets a CPU topology, so each virtual CPU is a socket; none switches the screen or hotplug off, and
 * none gives interfaces several queues.
 *
 * Not on offer are those for desktops, for other architectures and for guests that are no nodes (Windows, `cirros`,
 * `legacy`, ...), and those for DPDK and real time, which spread CPUs across sockets, cores and threads at once.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/generate/components/data/common-instancetypes/common-clusterpreferences-bundle.yaml
 * Those of 1.7.2, 1.8.4 and 1.9.0 differ in nothing that stands here.
 */
export const commonPreferenceNeeds: Readonly<Record<string, Needs | undefined>> = {
  linux: undefined,
  'linux.efi': undefined,
  'centos.stream9': oneCpu(1.5),
  'centos.stream10': oneCpu(1.5),
  debian: oneCpu(0.5),
  fedora: oneCpu(2),
  'opensuse.leap': oneCpu(2),
  'opensuse.tumbleweed': oneCpu(2),
  oraclelinux: { cpu: 2, memoryGiB: 4 },
  'rhel.8': oneCpu(1.5),
  'rhel.9': oneCpu(1.5),
  'rhel.10': oneCpu(1.5),
  sles: oneCpu(2),
  ubuntu: oneCpu(2),
};

/** Preferences of KubeVirt's own that are not on offer, as far as a preference of a platform may have their name. */
const notOffered = ['alpine', 'cirros', 'legacy'] as const;

/** Names of KubeVirt's own preferences that a preference of a platform could have: they have no dots. */
export const takenPreferenceNames: readonly string[] = [
  ...Object.keys(commonPreferenceNeeds).filter((name) => !name.includes('.')),
  ...notOffered,
];

/** Returns KubeVirt's own preferences that user clusters may choose. */
export function commonPreferences(): Preference[] {
  return Object.entries(commonPreferenceNeeds).map(([name, requires]) => ({
    name,
    cpuTopology: 'sockets',
    ...(requires !== undefined && { requires }),
  }));
}
