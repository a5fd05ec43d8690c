// SPDX-License-Identifier: Apache-2.0
import type { MachineConfig } from '../config/index.ts';

/**
 * Returns Linux's name of a VM's interface, by its position in the template: each interface is alone
 * behind a PCI port of its own, and these are numbered from 1.
 *
 * @see https://systemd.io/PREDICTABLE_INTERFACE_NAMES/
 */
function guestName(index: number): string {
  return `enp${index + 1}s0`;
}

/** Returns Linux's name of a VM's interface in a network; undefined where the VM has none. */
export function guestInterface(
  { interfaces }: Pick<MachineConfig, 'interfaces'>,
  network: string,
): string | undefined {
  const index = interfaces.findIndex((one) => one.network === network);
  return index < 0 ? undefined : guestName(index + 1);
}

interface Ethernet {
  readonly dhcp4: boolean;
  readonly optional?: boolean;
  readonly match?: { readonly macaddress: string };
  readonly 'set-name'?: string;
  readonly 'dhcp4-overrides'?: {
    readonly 'use-routes': boolean;
    readonly 'use-dns': boolean;
  };
}

/**
 * Renders the key `networkdata` of the start-up data of a VM with further interfaces: without it, the
 * guest asks for an address on the first interface alone. Routes and DNS servers of the other networks
 * are ignored, because the default route is in the pod network. The text is JSON, which is YAML as well.
 *
 * @returns undefined for a VM with one interface.
 * @see https://cloudinit.readthedocs.io/en/latest/reference/network-config-format-v2.html
 */
export function renderNetworkData({
  interfaces,
}: Pick<MachineConfig, 'interfaces'>): string | undefined {
  if (interfaces.length === 0) return undefined;
  const further = interfaces.map(({ mac, addresses }, index): [string, Ethernet] => [
    guestName(index + 1),
    {
      ...(mac !== undefined && {
        match: { macaddress: mac.toLowerCase() },
        'set-name': guestName(index + 1),
      }),
      dhcp4: addresses === 'dhcp',
      optional: true,
      ...(addresses === 'dhcp' && {
        'dhcp4-overrides': { 'use-routes': false, 'use-dns': false },
      }),
    },
  ]);
  const ethernets = { [guestName(0)]: { dhcp4: true }, ...Object.fromEntries(further) };
  return JSON.stringify({ version: 2, ethernets });
}
