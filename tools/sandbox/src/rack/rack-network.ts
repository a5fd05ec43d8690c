// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { network } from '../network.ts';
import { UserError } from '../user-error.ts';
import { ip, ipBatch } from './ip.ts';
import { allowRouting, forwarding } from './routing.ts';

/** Whether the kernel has IPv6; without it, nothing in the rack has an IPv6 address. */
export const hasIPv6 = existsSync('/proc/net/if_inet6');

const run = promisify(execFile);
const timeout = 10_000;

/**
 * Creates the rack's network: loopback, and one interface that holds the addresses of the rack and
 * its hosts. The interface is connected to nothing: a packet to an address on it that is not the
 * rack's own is lost.
 *
 * @param hosts - Addresses of the hosts.
 */
export async function createRackNetwork(hosts: readonly string[]): Promise<void> {
  // `ip netns` keeps its names under /run; a private /run keeps them out of the machine's.
  await run('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', '/run'], { timeout });
  const { device, gateway, gateway6, cidr, serviceCidr } = network;
  await ip('link', 'set', 'lo', 'up');
  // A bridge without ports is used, because not every kernel has interfaces of the type "dummy".
  await ip('link', 'add', device, 'type', 'bridge');
  await ip('link', 'set', device, 'up');
  await ipBatch([gateway, ...hosts].map((address) => `address add ${address}/32 dev ${device}`));
  if (hasIPv6) await ip('address', 'add', `${gateway6}/128`, 'dev', device, 'nodad');
  await ip('route', 'add', 'unreachable', cidr);
  // kube-proxy changes the destination of such packets, which only happens when they have a route.
  await ip('route', 'add', serviceCidr, 'dev', device, 'src', gateway);
  for (const file of forwarding) allowForwarding(file);
}

/** Allows forwarding; a kernel without IPv6 has no setting for it. */
function allowForwarding(file: string): void {
  try {
    writeFileSync(file, '1');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new UserError(
      `The rack must route between its pods, and may not (${message}): ${allowRouting}.`,
    );
  }
}

/** Makes the rack accept packets for an address that a load balancer announces. */
export async function addAnnouncedAddress(address: string): Promise<void> {
  const { device, gateway } = network;
  await ip('route', 'replace', `${address}/32`, 'dev', device, 'src', gateway);
}

/** Makes the rack stop accepting packets for an announced address. */
export async function removeAnnouncedAddress(address: string): Promise<void> {
  await ip('route', 'del', `${address}/32`, 'dev', network.device);
}
