// SPDX-License-Identifier: Apache-2.0
import type { BootFile, GuestInterface } from '../boot-file.ts';
import type { Ethernet, NetworkData } from './network-data.ts';

/** Arguments of one command of `ip`. */
export type IpCommand = readonly string[];

/**
 * The commands that configure a machine's interfaces at its boot, and the lines for its console.
 */
export interface InterfacePlan {
  readonly commands: readonly IpCommand[];
  readonly told: readonly string[];
}

type NetworkFacts = Pick<BootFile, 'interfaces' | 'address' | 'prefixLength' | 'gateway'>;

/**
 * Returns Linux's name for an interface: each has a PCI port of its own, numbered from 1.
 *
 * @see https://systemd.io/PREDICTABLE_INTERFACE_NAMES/
 */
const kernelName = (index: number) => `enp${index + 1}s0`;

/**
 * Returns the commands that give an interface from the pod its name in the guest and its MAC
 * address, and remove everything else.
 */
function powerOn({ device, mac }: GuestInterface, index: number): IpCommand[] {
  return [
    ['link', 'set', device, 'down'],
    ['address', 'flush', 'dev', device],
    ['link', 'set', device, 'address', mac],
    ['link', 'set', device, 'name', kernelName(index)],
  ];
}

const byDhcp: Ethernet = {
  dhcp4: true,
  optional: false,
  addresses: [],
  routes: [],
  'dhcp4-overrides': { 'use-routes': true, 'use-dns': true },
};

/**
 * Returns what cloud-init writes without network data: DHCP on the first interface alone, which it
 * finds by its MAC address.
 */
export function fallbackData([card]: readonly GuestInterface[]): NetworkData {
  const match = card === undefined ? {} : { match: { macaddress: card.mac } };
  return { version: 2, ethernets: { [kernelName(0)]: { ...byDhcp, ...match } } };
}

function askDhcp(name: string, ethernet: Ethernet, facts: NetworkFacts): IpCommand[] {
  const { address, prefixLength, gateway } = facts;
  const usesRoutes = ethernet['dhcp4-overrides']['use-routes'];
  return [
    ['address', 'replace', `${address}/${prefixLength}`, 'dev', name],
    ...(usesRoutes ? [['route', 'replace', 'default', 'via', gateway, 'dev', name, 'onlink']] : []),
  ];
}

function configure(
  key: string,
  ethernet: Ethernet,
  found: { readonly card: GuestInterface; readonly index: number },
  facts: NetworkFacts,
): InterfacePlan {
  const { addresses, mtu, routes, dhcp4, 'set-name': wanted } = ethernet;
  const name = wanted ?? kernelName(found.index);
  const hasDhcp = dhcp4 && found.card.onPodNetwork;
  const commands: IpCommand[] = [
    ...(wanted === undefined ? [] : [['link', 'set', kernelName(found.index), 'name', wanted]]),
    ...(mtu === undefined ? [] : [['link', 'set', name, 'mtu', `${mtu}`]]),
    ['link', 'set', name, 'up'],
    ...addresses.map((address) => ['address', 'replace', address, 'dev', name]),
    ...(hasDhcp ? askDhcp(name, ethernet, facts) : []),
    ...routes.map(({ to, via }) => ['route', 'replace', to, 'via', via, 'dev', name]),
  ];
  const got = [...addresses, ...(hasDhcp ? [`${facts.address}/${facts.prefixLength}`] : [])];
  const silence = dhcp4 && !hasDhcp ? [`${key}: nobody answers to DHCP on this network`] : [];
  const shown = got.length === 0 ? 'no address' : got.join(', ');
  return { commands, told: [`${name} (${found.card.mac}): ${shown}`, ...silence] };
}

/**
 * Plans how network data changes a machine's interfaces.
 *
 * @param data - undefined for a system whose own default asks for an address on the first interface,
 * whatever its MAC address, such as Flatcar's.
 */
export function planInterfaces(facts: NetworkFacts, data: NetworkData | undefined): InterfacePlan {
  const { interfaces } = facts;
  const ethernets = data?.ethernets ?? { [kernelName(0)]: byDhcp };
  const plans = Object.entries(ethernets).map(([key, ethernet]): InterfacePlan => {
    const mac = ethernet.match?.macaddress;
    const index = interfaces.findIndex((card, position) =>
      mac === undefined ? kernelName(position) === key : card.mac === mac,
    );
    const card = interfaces[index];
    if (card !== undefined) return configure(key, ethernet, { card, index }, facts);
    const whose = mac === undefined ? 'this name' : `the MAC address ${mac}`;
    return { commands: [], told: [`${key}: no interface has ${whose}`] };
  });
  return {
    commands: [
      ['link', 'set', 'lo', 'up'],
      ...interfaces.flatMap(powerOn),
      ...plans.flatMap(({ commands }) => commands),
    ],
    told: plans.flatMap(({ told }) => told),
  };
}
