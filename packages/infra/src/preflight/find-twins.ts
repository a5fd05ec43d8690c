// SPDX-License-Identifier: Apache-2.0
import type { HostFacts } from './host-facts.ts';

/** Values that must be unique among hosts, and how to fix duplicates. @see https://kubernetes.io/docs/setup/production-environment/tools/kubeadm/install-kubeadm/#verify-mac-address */
const identities: readonly {
  readonly words: string;
  readonly of: (facts: HostFacts) => readonly string[];
  readonly mend: string;
}[] = [
  {
    words: 'machine-id',
    of: ({ machineId }) => [machineId],
    mend: 'Hosts made from one image: rm /etc/machine-id, systemd-machine-id-setup, and boot all but one of them.',
  },
  {
    words: 'hostname',
    of: ({ hostname }) => [hostname],
    mend: 'Give each its own: hostnamectl set-hostname <name>.',
  },
  {
    words: 'MAC address',
    of: ({ macs }) => macs,
    mend: 'Two entries of infra:hosts are one machine, or a card has an address that somebody set.',
  },
];

/** Returns a sentence for each value that several hosts share. */
export function findTwins(hosts: readonly HostFacts[]): string[] {
  return identities.flatMap(({ words, of, mend }) => {
    const owners = new Map<string, string[]>();
    for (const host of hosts) {
      for (const value of new Set(of(host))) {
        if (value !== '') owners.set(value, [...(owners.get(value) ?? []), host.name]);
      }
    }
    return [...owners]
      .filter(([, names]) => names.length > 1)
      .map(
        ([value, names]) => `hosts ${names.join(', ')} have the same ${words} ${value}. ${mend}`,
      );
  });
}
