// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import type { Place } from './pod-network.ts';

/**
 * Somebody outside of the infra cluster, who has a network of their own.
 *
 * @param name - of the network, at most 14 characters.
 */
export function outsidePlace(name: string, address: string): Place {
  return { name, enter: ['ip', 'netns', 'exec', name], addresses: [address] };
}

/** Makes the network of somebody outside, which is routed by the rack as pods are. */
export async function createOutside(
  session: RackSession,
  { addresses: [address = ''], name }: Place,
): Promise<void> {
  const script = `
    ip netns delete ${name} 2>/dev/null || true
    ip netns add ${name}
    ip link add v${name} type veth peer name eth0 netns ${name}
    ip link set v${name} up
    ip route add ${address}/32 dev v${name} src 10.244.255.254
    ip -n ${name} link set lo up
    ip -n ${name} address add ${address}/32 dev eth0
    ip -n ${name} link set eth0 up
    ip -n ${name} route add default via 10.244.255.254 dev eth0 onlink`;
  const { code, stderr } = await session.capture(['sh', '-ec', script]);
  if (code !== 0) throw new Error(stderr);
}

export async function removeOutside(session: RackSession, { name }: Place): Promise<void> {
  await session.capture(['ip', 'netns', 'delete', name]);
}
