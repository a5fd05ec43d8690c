// SPDX-License-Identifier: Apache-2.0

/**
 * The rack's only address plan. Every pod is connected by its own wire to the rack, which acts as
 * the host of all pods and routes between them; no traffic leaves the rack, because no wire does.
 */
export const network = {
  /** Interface that holds the addresses of the rack and of the hosts. */
  device: 'rack0',
  /** The rack's own address: that of the API server, and the gateway of every pod. */
  gateway: '10.244.255.254',
  /** The rack's own IPv6 address; nothing listens there. */
  gateway6: 'fd00:245::1',
  apiPort: 6443,
  serviceCidr: '10.96.0.0/16',
  /** First address of `serviceCidr`, at which pods reach the API server. */
  kubernetesServiceIp: '10.96.0.1',
  /** Range of all pods and hosts. An address in it that nobody has is unreachable at once. */
  cidr: '10.244.0.0/16',
  /** Addresses of pods that kwok plays: 10.244.0.0 to 10.244.127.255. */
  playedPodCidr: '10.244.0.1/17',
  /** Addresses of pods that run as real processes. */
  processPodCidr: '10.244.128.0/18',
  /** IPv6 addresses of the same pods: the last 16 bits are the last 16 bits of the IPv4 address. */
  processPodCidr6: 'fd00:244::/64',
  /** First and last address of `processPodCidr` that a pod may have. */
  processPodFirst: [10, 244, 128, 1],
  processPodLast: [10, 244, 191, 254],
  /** Ranges of the hosts' addresses: see `hostAddress`. */
  hostCidrs: ['10.244.250.0/23', '10.244.252.0/23'],
  /** IPv6 address of the rack's end of every pod's wire: a pod's gateway. */
  wireGateway6: 'fe80::1',
} as const;

/**
 * Returns the address of the n-th host, counted from 0: 10.244.250.1 upwards, at most 1000 hosts.
 */
export function hostAddress(index: number): string {
  return `10.244.${String(250 + Math.floor(index / 250))}.${String((index % 250) + 1)}`;
}

/** Returns the IPv6 address of the pod that has this IPv4 address. */
export function podAddress6(address: string): string {
  const [, , high = 0, low = 0] = address.split('.').map(Number);
  return `${network.processPodCidr6.replace('/64', '')}${((high << 8) | low).toString(16)}`;
}

/** Converts the four octets of an address to one number. */
export function addressToNumber(octets: readonly number[]): number {
  return octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** Converts a number to a dotted address. */
export function numberToAddress(value: number): string {
  return [24, 16, 8, 0].map((shift) => String((value >>> shift) & 255)).join('.');
}
