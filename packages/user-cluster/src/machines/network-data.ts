// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { InterfaceConfig, MachineConfig } from '../config/index.ts';

type Interfaces = Pick<MachineConfig, 'interfaces'>;
type Platform = Pick<KubevirtStackOutputs, 'networks'>;

/** Returns whether the interfaces in a network are functions of cards that are passed through. */
export function passesCards(network: string, { networks }: Platform): boolean {
  return networks.some(({ name, type }) => name === network && type === 'sriov');
}

/** An interface, and Linux's name of it; undefined for a card that nothing tells the guest about. */
interface NamedInterface {
  readonly config: InterfaceConfig;
  readonly name: string | undefined;
  /** Set where the guest finds the interface by its MAC address and gives it its name. */
  readonly mac?: string | undefined;
}

/** Returns Linux's name of an interface behind the PCI port of this number. */
const portName = (port: number) => `enp${port}s0`;

/**
 * Returns the further interfaces of a VM with Linux's names of them: each interface is alone behind a PCI
 * port of its own, and these are numbered from 1. A card is a host device, whose port is behind those
 * of all interfaces, controllers and disks, so only its MAC address tells which it is.
 *
 * @see https://systemd.io/PREDICTABLE_INTERFACE_NAMES/
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-launcher/virtwrap/converter/network/configurator.go
 * `Configure`, which leaves out what has `sriov`
 * @see https://gitlab.com/libvirt/libvirt/-/blob/v11.0.0/src/qemu/qemu_domain_address.c
 * `qemuDomainAssignDevicePCISlots`
 */
function namedInterfaces({ interfaces }: Interfaces, platform: Platform): NamedInterface[] {
  // The first port has the interface in the pod network.
  let port = 1;
  return interfaces.map((config, index) => {
    const mac = config.mac?.toLowerCase();
    if (!passesCards(config.network, platform)) {
      port += 1;
      return { config, name: portName(port), mac };
    }
    return { config, name: mac === undefined ? undefined : `card${index}`, mac };
  });
}

/**
 * Returns Linux's name of a VM's interface in a network; undefined where the VM has none, or where the
 * name is not known.
 */
export function guestInterface(
  machine: Interfaces,
  network: string,
  platform: Platform,
): string | undefined {
  return namedInterfaces(machine, platform).find(({ config }) => config.network === network)?.name;
}

interface Ethernet {
  readonly dhcp4: boolean;
  readonly optional?: boolean;
  readonly 'accept-ra'?: boolean;
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
export function renderNetworkData(machine: Interfaces, platform: Platform): string | undefined {
  if (machine.interfaces.length === 0) return undefined;
  const further = namedInterfaces(machine, platform).flatMap(
    ({ config: { addresses }, mac, name }): [string, Ethernet][] =>
      name === undefined
        ? []
        : [
            [
              name,
              {
                ...(mac !== undefined && { match: { macaddress: mac }, 'set-name': name }),
                dhcp4: addresses === 'dhcp',
                optional: true,
                // Any machine in the network could announce itself as the router of its neighbours.
                'accept-ra': false,
                ...(addresses === 'dhcp' && {
                  'dhcp4-overrides': { 'use-routes': false, 'use-dns': false },
                }),
              },
            ],
          ],
  );
  const ethernets = { [portName(1)]: { dhcp4: true }, ...Object.fromEntries(further) };
  return JSON.stringify({ version: 2, ethernets });
}
