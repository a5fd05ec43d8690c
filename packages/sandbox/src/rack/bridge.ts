// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { network } from '../network.ts';

const run = promisify(execFile);
const timeout = 10_000;

async function ip(...args: string[]): Promise<void> {
  await run('ip', args, { timeout });
}

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

/** Removes a pod's network; one that is not there is no error. */
export async function deletePodNetwork(name: string): Promise<void> {
  await ip('netns', 'delete', name).catch(() => undefined);
}
