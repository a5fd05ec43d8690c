// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { network } from '../network.ts';
import { ip } from './ip.ts';

const run = promisify(execFile);
const timeout = 10_000;

/** Lays the rack's network: loopback, and one bridge without an uplink that is the gateway. */
export async function createBridge(): Promise<void> {
  // `ip netns` keeps its names under /run; a private one keeps them out of the machine's.
  await run('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', '/run'], { timeout });
  await ip('link', 'set', 'lo', 'up');
  await ip('link', 'add', network.bridge, 'type', 'bridge');
  await ip('addr', 'add', `${network.gateway}/${network.prefixLength}`, 'dev', network.bridge);
  await ip('link', 'set', network.bridge, 'up');
}

/** Makes the rack answer for one more address, such as a Service's. */
export async function addRackAddress(address: string): Promise<void> {
  await ip('addr', 'replace', `${address}/32`, 'dev', network.bridge);
}

/** Stops answering for an address. */
export async function removeRackAddress(address: string): Promise<void> {
  await ip('addr', 'del', `${address}/32`, 'dev', network.bridge);
}

/** A network namespace of its own for one pod, with its address, on the bridge. */
export async function createPodNetwork(name: string, address: string): Promise<void> {
  // Interface names hold 15 characters; the pod's network names are shorter.
  const veth = `v${name}`;
  await ip('netns', 'add', name);
  await ip('link', 'add', veth, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  await ip('link', 'set', veth, 'master', network.bridge, 'up');
  await ip('-n', name, 'link', 'set', 'lo', 'up');
  await ip('-n', name, 'addr', 'add', `${address}/${network.prefixLength}`, 'dev', 'eth0');
  await ip('-n', name, 'link', 'set', 'eth0', 'up');
  await ip('-n', name, 'route', 'add', 'default', 'via', network.gateway);
}

/** A pod's network, by the name of its namespace, and the address that it has. */
export interface PodAddress {
  readonly name: string;
  readonly address: string;
}

/**
 * Gives each of two pods' networks the other's address, so that what runs in the first is reached
 * at the second's. Nobody on the bridge has to learn anything: the hardware addresses go along.
 *
 * @param inner - What runs in the first goes on believing that this is its address.
 */
export async function exchangePodAddresses(
  first: PodAddress,
  second: PodAddress,
  inner: string,
): Promise<void> {
  const [its, others] = await Promise.all([linkOf(first), linkOf(second)]);
  // Down, the bridge forgets behind which port they are.
  for (const link of [its, others]) await ip('-n', link.name, 'link', 'set', link.device, 'down');
  await readdress(its, others);
  await readdress(others, its);
  await keepInside(its, inner);
}

/** What a pod's network has in the pod network. */
interface PodLink extends PodAddress {
  readonly device: string;
  readonly mac: string;
}

/** Found by its address: a guest calls its interfaces what its network data says. */
async function linkOf({ name, address }: PodAddress): Promise<PodLink> {
  const { stdout } = await run('ip', ['-n', name, '-j', 'address', 'show'], { timeout });
  const links = JSON.parse(stdout) as readonly {
    readonly ifname: string;
    readonly address: string;
    readonly addr_info: readonly { readonly local: string }[];
  }[];
  const link = links.find(
    ({ ifname, addr_info: has }) => ifname !== 'lo' && has.some(({ local }) => local === address),
  );
  if (link === undefined) throw new Error(`nothing in network ${name} has the address ${address}`);
  return { name, address, device: link.ifname, mac: link.address };
}

/** An address that is a network's own, but is not answered for outside. */
async function keepInside({ name, device }: PodLink, address: string): Promise<void> {
  const ignore = `echo 1 > /proc/sys/net/ipv4/conf/${device}/arp_ignore`;
  await run('nsenter', [`--net=/run/netns/${name}`, '--', 'sh', '-c', ignore], { timeout });
  await ip('-n', name, 'addr', 'replace', `${address}/32`, 'dev', 'lo');
}

async function readdress({ name, device, address: old }: PodLink, now: PodLink): Promise<void> {
  const { prefixLength, gateway } = network;
  await ip('-n', name, 'addr', 'del', `${old}/${prefixLength}`, 'dev', device);
  await ip('-n', name, 'addr', 'add', `${now.address}/${prefixLength}`, 'dev', device);
  await ip('-n', name, 'link', 'set', device, 'address', now.mac);
  await ip('-n', name, 'link', 'set', device, 'up');
  await ip('-n', name, 'route', 'replace', 'default', 'via', gateway);
}

/** Removes a pod's network; one that is not there is no error. */
export async function deletePodNetwork(name: string): Promise<void> {
  await ip('netns', 'delete', name).catch(() => undefined);
}

interface Link {
  readonly ifname: string;
  readonly address?: string;
}

/** MAC addresses of a pod's interfaces, by their names. */
export async function macAddresses(name: string): Promise<ReadonlyMap<string, string>> {
  const links = JSON.parse(await ip('-n', name, '-json', 'link', 'show')) as readonly Link[];
  return new Map(links.flatMap(({ ifname, address }) => (address ? [[ifname, address]] : [])));
}
