// SPDX-License-Identifier: Apache-2.0

/**
 * The rack's one address plan. Every pod has a wire of its own to the rack, which is the host of all
 * pods and routes between them; nothing routes out, because no wire leaves the rack.
 */
export const network = {
  /** The interface that holds the rack's own addresses, and those of the hosts. */
  device: 'rack0',
  /** The rack's own address: API server, and gateway of every pod. */
  gateway: '10.244.255.254',
  /** The rack's own address in IPv6; nothing listens there. */
  gateway6: 'fd00:245::1',
  apiPort: 6443,
  serviceCidr: '10.96.0.0/16',
  /** First of `serviceCidr`: where pods find the API server. */
  kubernetesServiceIp: '10.96.0.1',
  /** What nobody has in it is unreachable at once. */
  cidr: '10.244.0.0/16',
  /** Pods that kwok plays: 10.244.0.0 to 10.244.127.255. */
  playedPodCidr: '10.244.0.1/17',
  /** Pods that run as real processes. */
  processPodCidr: '10.244.128.0/18',
  /** The same pods in IPv6: the last 16 bits are those of the IPv4 address. */
  processPodCidr6: 'fd00:244::/64',
  /** First and last address of `processPodCidr` that a pod may have. */
  processPodFirst: [10, 244, 128, 1],
  processPodLast: [10, 244, 191, 254],
  /** The hosts' addresses: see `hostAddress`. */
  hostCidrs: ['10.244.250.0/23', '10.244.252.0/23'],
  /** The rack's end of every pod's wire, in IPv6: a pod's gateway. */
  wireGateway6: 'fe80::1',
} as const;

/** Address of the n-th host, counted from 0: 10.244.250.1 upwards, at most 1000 hosts. */
export function hostAddress(index: number): string {
  return `10.244.${String(250 + Math.floor(index / 250))}.${String((index % 250) + 1)}`;
}

/** The IPv6 address of the pod that has this IPv4 address. */
export function podAddress6(address: string): string {
  const [, , high = 0, low = 0] = address.split('.').map(Number);
  return `${network.processPodCidr6.replace('/64', '')}${((high << 8) | low).toString(16)}`;
}

/** A dotted address as one number. */
export function addressToNumber(octets: readonly number[]): number {
  return octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** One number as a dotted address. */
export function numberToAddress(value: number): string {
  return [24, 16, 8, 0].map((shift) => String((value >>> shift) & 255)).join('.');
}
