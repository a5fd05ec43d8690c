// SPDX-License-Identifier: Apache-2.0
import { network, podAddress6 } from '../network.ts';
import { ip, ipBatch } from './ip.ts';
import { hasIPv6 } from './rack-network.ts';

const ifIPv6 = (line: string) => (hasIPv6 ? [line] : []);

/**
 * Returns the name of the rack's end of a pod's wire. Interface names may have 15 characters; the
 * names of networks are shorter.
 */
const portOf = (name: string) => `v${name}`;

/**
 * Creates a network namespace with its addresses for one pod. It is connected to the rack alone:
 * the rack routes every packet to another pod, and enforces policies there. A packet is dropped
 * unless it comes from an address that the rack routes back to this wire.
 */
export async function createPodNetwork(name: string, address: string): Promise<void> {
  const port = portOf(name);
  await ip('netns', 'add', name);
  await ipBatch([
    `link add ${port} type veth peer name eth0 netns ${name}`,
    `link set ${port} addrgenmode none`,
    ...ifIPv6(`address add ${network.wireGateway6}/64 dev ${port} nodad`),
    `link set ${port} up`,
    ...routes(port, address),
  ]);
  await ipBatch(
    [
      'link set lo up',
      `address add ${address}/32 dev eth0`,
      ...ifIPv6(`address add ${podAddress6(address)}/128 dev eth0 nodad`),
      'link set eth0 up',
      defaultRoute('eth0'),
      ...ifIPv6(`route replace default via ${network.wireGateway6} dev eth0`),
    ],
    name,
  );
}

/**
 * Returns the commands that set the rack's routes to a pod; they replace an old route to a network
 * that is being removed.
 */
const routes = (port: string, address: string) => [
  `route replace ${address}/32 dev ${port} src ${network.gateway}`,
  ...ifIPv6(`route replace ${podAddress6(address)}/128 dev ${port} src ${network.gateway6}`),
];

/** Returns the command that sets a pod's route to all other addresses. */
const defaultRoute = (device: string) =>
  `route replace default via ${network.gateway} dev ${device} onlink`;

/** A pod's network: the name of its namespace, and its address. */
export interface PodAddress {
  readonly name: string;
  readonly address: string;
}

/**
 * Gives each of two pods' networks the address of the other, so that the processes in the first are
 * reached at the address of the second.
 *
 * @param inner - Address that the processes in the first continue to see as their own.
 */
export async function exchangePodAddresses(
  first: PodAddress,
  second: PodAddress,
  inner: string,
): Promise<void> {
  const [its, others] = await Promise.all([deviceOf(first), deviceOf(second)]);
  await readdress(first, its, second.address);
  await readdress(second, others, first.address);
  await ipBatch([
    ...routes(portOf(first.name), second.address),
    ...routes(portOf(second.name), first.address),
  ]);
  await ip('-n', first.name, 'address', 'replace', `${inner}/32`, 'dev', 'lo');
}

interface Link {
  readonly ifname: string;
  readonly address: string;
  readonly addr_info: readonly { readonly local: string }[];
}

/**
 * Returns the interface that has the pod's address. A guest may have renamed it, as its network
 * data says.
 */
async function deviceOf({ name, address }: PodAddress): Promise<Link> {
  const links = JSON.parse(await ip('-n', name, '-j', 'address', 'show')) as readonly Link[];
  const link = links.find(
    ({ ifname, addr_info: has }) => ifname !== 'lo' && has.some(({ local }) => local === address),
  );
  if (link === undefined) throw new Error(`nothing in network ${name} has the address ${address}`);
  return link;
}

async function readdress({ name, address: old }: PodAddress, link: Link, now: string) {
  const { ifname, addr_info: has } = link;
  // A guest has no IPv6 address until somebody in it sets one.
  const old6 = podAddress6(old);
  const has6 = has.some(({ local }) => local === old6);
  await ipBatch(
    [
      `address del ${old}/32 dev ${ifname}`,
      `address add ${now}/32 dev ${ifname}`,
      ...(has6 ? [`address del ${old6}/128 dev ${ifname}`] : []),
      ...(has6 ? [`address add ${podAddress6(now)}/128 dev ${ifname} nodad`] : []),
      defaultRoute(ifname),
    ],
    name,
  );
}

/** Removes a pod's network; does nothing if there is none. */
export async function deletePodNetwork(name: string): Promise<void> {
  // The wire first: a namespace lives until the last process in it has ended.
  await ip('link', 'delete', portOf(name)).catch(() => undefined);
  await ip('netns', 'delete', name).catch(() => undefined);
}

/** Returns the MAC addresses of a pod's interfaces, by interface name. */
export async function macAddresses(name: string): Promise<ReadonlyMap<string, string>> {
  const links = JSON.parse(await ip('-n', name, '-json', 'link', 'show')) as readonly {
    readonly ifname: string;
    readonly address?: string;
  }[];
  return new Map(links.flatMap(({ ifname, address }) => (address ? [[ifname, address]] : [])));
}
