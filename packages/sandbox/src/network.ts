// SPDX-License-Identifier: Apache-2.0

/**
 * The rack's one address plan. Everything lives on one bridge, so that any process in the rack
 * reaches any other directly; nothing routes out, because the bridge has no uplink.
 */
export const network = {
  bridge: 'br0',
  /** The rack's own address: API server, and gateway of every pod. */
  gateway: '10.244.255.254',
  prefixLength: 16,
  apiPort: 6443,
  serviceCidr: '10.96.0.0/16',
  /** First of `serviceCidr`: where pods find the API server. */
  kubernetesServiceIp: '10.96.0.1',
  /** Pods that kwok plays: 10.244.0.0 to 10.244.127.255. */
  playedPodCidr: '10.244.0.1/17',
  /** Pods that run as real processes: 10.244.128.1 to 10.244.191.254. */
  processPodFirst: [10, 244, 128, 1],
  processPodLast: [10, 244, 191, 254],
} as const;

/** Address of the n-th host, counted from 0: 10.244.250.1 upwards, at most 1000 hosts. */
export function hostAddress(index: number): string {
  return `10.244.${String(250 + Math.floor(index / 250))}.${String((index % 250) + 1)}`;
}

/** A dotted address as one number. */
export function addressToNumber(octets: readonly number[]): number {
  return octets.reduce((sum, octet) => sum * 256 + octet, 0);
}

/** One number as a dotted address. */
export function numberToAddress(value: number): string {
  return [24, 16, 8, 0].map((shift) => String((value >>> shift) & 255)).join('.');
}
