// SPDX-License-Identifier: Apache-2.0
import { contains, parseRange, sizeOf } from '@strata/contracts';
import type { AddressRange } from '@strata/contracts';
import { buggyAddresses } from './buggy-addresses.ts';
import { clusterPath, platformPath, readEnvironment } from './environment-files.ts';
import type { EnvironmentFiles, PlannedCluster, PlannedEnvironment } from './environment-files.ts';
import type { Place } from './plan-problem.ts';

/** The part of a range that a cluster uses. */
export interface PlanShare extends Place {
  readonly cluster: string;
  /** As written in the cluster's file: `10.128.0.0/18`, or a number. */
  readonly text: string;
  /** Start, counted in the units of its area from the beginning of the range. */
  readonly start: number;
  /** Length in units; a fraction if it is a part of a block. */
  readonly length: number;
}

/** A contiguous range. */
export interface PlanRange {
  readonly text: string;
  readonly units: number;
  readonly shares: readonly PlanShare[];
  /** Number of units that no cluster uses any part of and that MetalLB gives out. */
  readonly free: number;
}

/** One kind of thing that clusters choose from. */
export interface PlanArea extends Place {
  readonly name: string;
  /** Name of a unit: `blocks of /18`, `addresses`, `numbers`. */
  readonly unit: string;
  readonly ranges: readonly PlanRange[];
}

/** A value of a cluster, before its range is known. */
interface Choice extends Place {
  readonly cluster: string;
  readonly text: string;
  readonly range: AddressRange;
}

/** Returns numbers as a range, which is handled like a range of addresses. */
function numbers(first: number, last = first): AddressRange {
  return { family: 'ipv4', first: BigInt(first), last: BigInt(last) };
}

function choice(
  { file, name }: PlannedCluster,
  path: readonly PropertyKey[],
  value: string | number | undefined,
): Choice[] {
  if (value === undefined) return [];
  const range = typeof value === 'number' ? numbers(value) : parseRange(value);
  if (range === undefined) return [];
  return [{ cluster: name, file, path: clusterPath(...path), text: String(value), range }];
}

function share({ first }: AddressRange, unit: bigint, { range, ...rest }: Choice): PlanShare {
  const start = Number(range.first - first) / Number(unit);
  return { ...rest, start, length: Number(sizeOf(range)) / Number(unit) };
}

function rangeUse(
  text: string,
  range: AddressRange | undefined,
  unit: bigint,
  all: readonly Choice[],
  leftOut: readonly AddressRange[] = [],
): PlanRange[] {
  if (range === undefined) return [];
  const units = Number(sizeOf(range) / unit);
  const shares = all
    .filter((one) => contains(range, one.range))
    .map((one) => share(range, unit, one))
    .sort((one, other) => one.start - other.start);
  const unusable = leftOut
    .filter((one) => contains(range, one))
    .map((one) => Number((one.first - range.first) / unit));
  const touched = new Set([
    ...unusable,
    ...shares.flatMap(({ length, start }) => {
      const first = Math.floor(start);
      const count = Math.ceil(start + length) - first;
      return Array.from({ length: count }, (_, index) => first + index);
    }),
  ]);
  return [{ text, units, shares, free: units - touched.size }];
}

const bitsOf = { ipv4: 32, ipv6: 128 } as const;

function blocks(ranges: readonly string[], prefix: number, all: readonly Choice[]): PlanRange[] {
  return ranges.flatMap((text) => {
    const range = parseRange(text);
    const unit = 1n << BigInt(Math.max(0, bitsOf[range?.family ?? 'ipv4'] - prefix));
    return rangeUse(text, range, unit, all);
  });
}

/** Returns the load balancer pools of the platform's file. */
const poolsOf = ({ platform }: PlannedEnvironment) => platform?.metallb?.pools ?? [];

/** Returns the use of ranges of addresses, of which MetalLB gives out those that no pool leaves out. */
function single(
  ranges: readonly string[],
  all: readonly Choice[],
  pools: ReturnType<typeof poolsOf>,
): PlanRange[] {
  const leftOut = buggyAddresses(pools).flatMap((text) => parseRange(text) ?? []);
  return ranges.flatMap((text) => rangeUse(text, parseRange(text), 1n, all, leftOut));
}

function choices(clusters: readonly PlannedCluster[]) {
  const each = (of: (cluster: PlannedCluster) => readonly Choice[]) => clusters.flatMap(of);
  const at = (
    cluster: PlannedCluster,
    path: readonly PropertyKey[],
    value: string | number | undefined,
  ) => choice(cluster, path, value);
  return {
    pods: each((one) => at(one, ['kubernetes', 'podCidr'], one.config.kubernetes?.podCidr)),
    services: each((one) =>
      at(one, ['kubernetes', 'serviceCidr'], one.config.kubernetes?.serviceCidr),
    ),
    addresses: each((one) => [
      ...at(
        one,
        ['controlPlane', 'endpoint', 'address'],
        one.config.controlPlane?.endpoint.address,
      ),
      ...at(one, ['access', 'ssh', 'address'], one.config.access?.ssh.address),
    ]),
    vlans: (bridge: string) =>
      each((one) =>
        (one.config.network?.vlans ?? []).flatMap((vlan, index) =>
          vlan.bridge === bridge ? at(one, ['network', 'vlans', index, 'vlan'], vlan.vlan) : [],
        ),
      ),
    tunnelPorts: each(({ config: { cni }, ...one }) =>
      cni?.type === 'cilium'
        ? at({ ...one, config: {} }, ['cni', 'tunnelPort'], cni.tunnelPort)
        : [],
    ),
  };
}

function planAreas(environment: PlannedEnvironment): PlanArea[] {
  const { clusters, plan, planFile } = environment;
  if (plan === undefined) return [];
  const taken = choices(clusters);
  const area = (name: string, path: string, unit: string, ranges: readonly PlanRange[]) => ({
    name,
    file: planFile,
    path,
    unit,
    ranges,
  });
  const { endpoints, pods, services, tunnelPorts, vlans } = plan;
  const counted = (name: string, path: string, first: number, last: number, all: Choice[]) =>
    area(name, path, 'numbers', rangeUse(`${first}-${last}`, numbers(first, last), 1n, all));
  return [
    area(
      'pods',
      'pods.ranges',
      `blocks of /${pods.prefix}`,
      blocks(pods.ranges, pods.prefix, taken.pods),
    ),
    area(
      'Services',
      'services.ranges',
      `blocks of /${services.prefix}`,
      blocks(services.ranges, services.prefix, taken.services),
    ),
    area(
      'endpoints',
      'endpoints.ranges',
      'addresses',
      single(endpoints.ranges, taken.addresses, poolsOf(environment)),
    ),
    ...(vlans === undefined
      ? []
      : [
          counted(
            `VLANs of ${vlans.bridge}`,
            'vlans',
            vlans.first,
            vlans.last,
            taken.vlans(vlans.bridge),
          ),
        ]),
    counted('tunnel ports', 'tunnelPorts', tunnelPorts.first, tunnelPorts.last, taken.tunnelPorts),
  ];
}

function poolAreas(environment: PlannedEnvironment): PlanArea[] {
  const { addresses } = choices(environment.clusters);
  return poolsOf(environment).map((pool, index) => ({
    name: `load balancer pool ${pool.name}`,
    file: environment.platformFile,
    path: platformPath('metallb', 'pools', index, 'addresses'),
    unit: 'addresses',
    ranges: single(pool.addresses, addresses, [pool]),
  }));
}

/**
 * Returns which parts of an environment's address plan and load balancer pools its user clusters
 * use. Addresses that Services get from pools are in no file, so they are missing.
 */
export function planUse(files: EnvironmentFiles): readonly PlanArea[] {
  const { environment } = readEnvironment(files);
  return [...planAreas(environment), ...poolAreas(environment)];
}
