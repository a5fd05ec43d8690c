// SPDX-License-Identifier: Apache-2.0
import { minorNumber } from '@strata/contracts/versions';
import type { Instancetype } from '../config/index.ts';

/** A VM size as user clusters see it. */
export interface OfferedSize {
  readonly name: string;
  readonly cpu: number;
  readonly memoryGiB: number;
  /** Number of host devices, GPUs included. */
  readonly hostDevices: number;
  /** Number of dedicated host CPUs, QEMU's included; missing if the VM shares host CPUs. */
  readonly hostCpus?: number;
  /** Whether its devices move with a VM; missing if they do not, or it has none. */
  readonly devicesMove?: true;
  /** CPU model; missing if it is that of the platform. */
  readonly cpuModel?: string;
  /** Labels of the hosts that its VMs run on; missing if it names none. */
  readonly nodeSelector?: Readonly<Record<string, string>>;
}

/** Virtual CPUs, and memory in GiB. */
type Size = readonly [cpu: number, memoryGiB: number];

interface Series {
  /** Whether each virtual CPU has a host CPU of its own, and QEMU one more. */
  readonly dedicated: boolean;
  /** Sizes of its hugepages, if it takes any; each size exists for the second one with the suffix `1gi`. */
  readonly pages: readonly NonNullable<Instancetype['hugepages']>[];
  /** Whether guests see the NUMA nodes of their host. */
  readonly numa?: true;
  /** The first minor of KubeVirt 1 that contains the series. */
  readonly since: number;
  readonly sizes: Readonly<Record<string, Size>>;
}

const small = { nano: [1, 0.5], micro: [1, 1], small: [1, 2], medium: [1, 4] } as const;
const large = {
  large: [2, 8],
  xlarge: [4, 16],
  '2xlarge': [8, 32],
  '4xlarge': [16, 64],
  '8xlarge': [32, 128],
} as const satisfies Record<string, Size>;
const shared = { dedicated: false, pages: [], since: 7 } as const;
const own = { dedicated: true, pages: [], since: 7 } as const;

/**
 * The sizes that KubeVirt itself installs with `kubevirt.commonInstancetypes: true`.
 *
 * @see https://github.com/kubevirt/common-instancetypes/tree/v1.6.0/instancetypes KubeVirt 1.7
 * contains v1.5.1 of it, 1.8 v1.6.0, 1.9 v1.7.0; their sizes.yaml differ only in series d1.
 */
export const commonSeries: Readonly<Record<string, Series>> = {
  u1: { ...shared, sizes: { ...small, '2xmedium': [2, 4], ...large } },
  o1: { ...shared, sizes: { ...small, ...large } },
  cx1: {
    ...own,
    pages: ['2Mi', '1Gi'],
    numa: true,
    sizes: {
      medium: [1, 2],
      large: [2, 4],
      xlarge: [4, 8],
      '2xlarge': [8, 16],
      '4xlarge': [16, 32],
      '8xlarge': [32, 64],
    },
  },
  m1: {
    ...shared,
    pages: ['2Mi', '1Gi'],
    sizes: {
      large: [2, 16],
      xlarge: [4, 32],
      '2xlarge': [8, 64],
      '4xlarge': [16, 128],
      '8xlarge': [32, 256],
    },
  },
  n1: {
    ...own,
    pages: ['1Gi'],
    sizes: {
      medium: [4, 4],
      large: [4, 8],
      xlarge: [8, 16],
      '2xlarge': [16, 32],
      '4xlarge': [32, 64],
      '8xlarge': [64, 128],
    },
  },
  rt1: {
    ...own,
    pages: ['1Gi'],
    numa: true,
    sizes: { micro: [1, 1], small: [1, 2], medium: [1, 4], ...large },
  },
  d1: { ...own, since: 8, sizes: { ...small, '2xmedium': [2, 4], ...large } },
};

/** A size of KubeVirt's own, with what it needs of hosts. */
type CommonSize = Pick<
  Instancetype,
  'name' | 'cpu' | 'memoryGiB' | 'dedicatedCpus' | 'hugepages' | 'numaPassthrough'
>;

/**
 * Returns KubeVirt's own sizes with what they need of hosts.
 *
 * @param kubevirt - version of KubeVirt, such as `1.8.4`.
 */
export function commonSizes(kubevirt: string): CommonSize[] {
  const minor = minorNumber(kubevirt);
  return Object.entries(commonSeries)
    .filter(([, { since }]) => minor >= since)
    .flatMap(([series, { dedicated, numa, pages, sizes }]) =>
      Object.entries(sizes).flatMap(([size, [cpu, memoryGiB]]) =>
        (pages.length === 0 ? [undefined] : pages).map((hugepages, index) => ({
          name: `${series}.${size}${index === 0 ? '' : '1gi'}`,
          cpu,
          memoryGiB,
          ...(dedicated && { dedicatedCpus: true }),
          ...(hugepages !== undefined && { hugepages }),
          ...(numa && { numaPassthrough: true }),
        })),
      ),
    );
}

/**
 * Returns KubeVirt's own sizes as user clusters see them.
 *
 * @param kubevirt - version of KubeVirt, such as `1.8.4`.
 */
export function commonInstancetypes(kubevirt: string): OfferedSize[] {
  return commonSizes(kubevirt).map(({ name, cpu, dedicatedCpus, memoryGiB }) => ({
    name,
    cpu,
    memoryGiB,
    hostDevices: 0,
    ...(dedicatedCpus === true && { hostCpus: cpu + 1 }),
  }));
}
