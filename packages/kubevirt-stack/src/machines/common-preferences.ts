// SPDX-License-Identifier: Apache-2.0
import type { Preference } from '../config/index.ts';

/** Requirements of a preference of KubeVirt's own, and its firmware; missing: BIOS. */
type CommonPreference = Pick<Preference, 'requires' | 'firmware'>;

const oneCpu = (memoryGiB: number) => ({ requires: { cpu: 1, memoryGiB } });
const uefi = { firmware: 'uefi' } as const;
const secureBoot = { firmware: 'uefi-secure-boot' } as const;

/**
 * The preferences of KubeVirt's own for Linux on amd64 that user clusters may choose. None of them sets a CPU
 * topology, so each virtual CPU is a socket; none switches the screen or hotplug off, and none gives interfaces
 * several queues.
 *
 * Not on offer are those for desktops, for other architectures, for guests that are no nodes (Windows, `alpine`,
 * `cirros`, ...) or too old (`rhel.7`, `legacy`, `linux.virtiotransitional`), and those for DPDK and real time, which spread CPUs across sockets, cores and threads at once.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/generate/components/data/common-instancetypes/common-clusterpreferences-bundle.yaml
 * Those of 1.7.2, 1.8.4 and 1.9.0 differ in nothing that stands here.
 */
const offered: Readonly<Record<string, CommonPreference>> = {
  linux: {},
  'linux.efi': uefi,
  'centos.stream9': oneCpu(1.5),
  'centos.stream10': oneCpu(1.5),
  debian: { ...oneCpu(0.5), ...uefi },
  fedora: { ...oneCpu(2), ...secureBoot },
  'opensuse.leap': oneCpu(2),
  'opensuse.tumbleweed': oneCpu(2),
  oraclelinux: { requires: { cpu: 2, memoryGiB: 4 }, ...uefi },
  'rhel.8': oneCpu(1.5),
  'rhel.9': { ...oneCpu(1.5), ...secureBoot },
  'rhel.10': { ...oneCpu(1.5), ...secureBoot },
  sles: oneCpu(2),
  ubuntu: oneCpu(2),
};

/** Preferences of KubeVirt's own that are not on offer, as far as a preference of a platform may have their name. */
const notOffered = ['alpine', 'cirros', 'legacy'] as const;

/** Names of KubeVirt's own preferences that a preference of a platform could have: they have no dots. */
export const takenPreferenceNames: readonly string[] = [
  ...Object.keys(offered).filter((name) => !name.includes('.')),
  ...notOffered,
];

/** Returns KubeVirt's own preferences that user clusters may choose. */
export function commonPreferences(): Preference[] {
  return Object.entries(offered).map(([name, more]) => ({ name, cpuTopology: 'sockets', ...more }));
}
