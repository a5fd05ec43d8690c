// SPDX-License-Identifier: Apache-2.0
import { minorNumber } from '@strata/contracts/versions';

/** A size as user clusters are told of it. */
export interface OfferedSize {
  readonly name: string;
  readonly cpu: number;
  readonly memoryGiB: number;
  /** Devices of the host, graphics cards included. */
  readonly hostDevices: number;
  /** CPUs of the host that are its own, QEMU's included; missing: it shares them. */
  readonly hostCpus?: number;
}

/** CPUs, and memory in GiB. */
type Size = readonly [cpu: number, memoryGiB: number];

interface Series {
  /** Each virtual CPU has a host CPU of its own, and QEMU one more. */
  readonly dedicated: boolean;
  /** There is each size again with the ending `1gi`, for hugepages of 1 GiB. */
  readonly hugepages: boolean;
  /** The first minor of KubeVirt 1 that brings it. */
  readonly since: number;
  readonly sizes: Readonly<Record<string, Size>>;
}

const small = { nano: [1, 0.5], micro: [1, 1], small: [1, 2], medium: [1, 4] } as const;
const large = {
  ...{ large: [2, 8], xlarge: [4, 16], '2xlarge': [8, 32], '4xlarge': [16, 64] },
  '8xlarge': [32, 128],
} as const satisfies Record<string, Size>;
const shared = { dedicated: false, hugepages: false, since: 7 } as const;
const own = { dedicated: true, hugepages: false, since: 7 } as const;

/**
 * The sizes that KubeVirt itself brings along, with `kubevirt.commonInstancetypes: true`.
 *
 * @see https://github.com/kubevirt/common-instancetypes/tree/v1.6.0/instancetypes v1.5.1 of it is in
 * KubeVirt 1.7, v1.6.0 in 1.8, v1.7.0 in 1.9; their sizes.yaml are the same but for series d1.
 */
export const commonSeries: Readonly<Record<string, Series>> = {
  u1: { ...shared, sizes: { ...small, '2xmedium': [2, 4], ...large } },
  o1: { ...shared, sizes: { ...small, ...large } },
  cx1: {
    ...own,
    hugepages: true,
    sizes: {
      ...{ medium: [1, 2], large: [2, 4], xlarge: [4, 8], '2xlarge': [8, 16] },
      ...{ '4xlarge': [16, 32], '8xlarge': [32, 64] },
    },
  },
  m1: {
    ...shared,
    hugepages: true,
    sizes: {
      ...{ large: [2, 16], xlarge: [4, 32], '2xlarge': [8, 64], '4xlarge': [16, 128] },
      '8xlarge': [32, 256],
    },
  },
  n1: {
    ...own,
    sizes: {
      ...{ medium: [4, 4], large: [4, 8], xlarge: [8, 16], '2xlarge': [16, 32] },
      ...{ '4xlarge': [32, 64], '8xlarge': [64, 128] },
    },
  },
  rt1: { ...own, sizes: { micro: [1, 1], small: [1, 2], medium: [1, 4], ...large } },
  d1: { ...own, since: 8, sizes: { ...small, '2xmedium': [2, 4], ...large } },
};

/**
 * What user clusters are told of KubeVirt's own sizes.
 *
 * @param kubevirt - its version, such as `1.8.4`.
 */
export function commonInstancetypes(kubevirt: string): OfferedSize[] {
  const minor = minorNumber(kubevirt);
  return Object.entries(commonSeries)
    .filter(([, { since }]) => minor >= since)
    .flatMap(([series, { dedicated, hugepages, sizes }]) =>
      Object.entries(sizes).flatMap(([size, [cpu, memoryGiB]]) =>
        (hugepages ? [size, `${size}1gi`] : [size]).map((ending) => ({
          ...{ name: `${series}.${ending}`, cpu, memoryGiB, hostDevices: 0 },
          ...(dedicated && { hostCpus: cpu + 1 }),
        })),
      ),
    );
}
