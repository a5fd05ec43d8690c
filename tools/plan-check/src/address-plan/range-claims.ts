// SPDX-License-Identifier: Apache-2.0
import { formatPath, parseRange } from '@strata/contracts';
import type { AddressRange } from '@strata/contracts';
import { assignedAddresses } from '@strata/contracts/fields';
import { clusterPath, infraPath, platformPath } from './environment-files.ts';
import type { PlannedCluster, PlannedEnvironment } from './environment-files.ts';
import { hostAddresses } from './host-addresses.ts';
import { overlappingPairs } from './overlapping-pairs.ts';
import type { Place, PlanProblem } from './plan-problem.ts';
import { takenRanges } from './taken-ranges.ts';

type Owner = 'cluster' | 'pool' | 'network' | 'nodes' | 'host' | 'infra' | 'default' | 'plan';

/** Addresses that belong to an owner. */
interface RangeClaim extends Place {
  readonly owner: Owner;
  readonly environment: string;
  readonly text: string;
  readonly range: AddressRange;
  /** Completes "overlaps 10.0.0.0/16, ...". */
  readonly what: string;
}

/**
 * Pairs of owners whose addresses must not overlap, and whether that holds in an environment or a
 * site.
 */
const conflicts: readonly {
  readonly owners: readonly [Owner, Owner];
  readonly within: 'site' | 'environment' | 'other environments';
}[] = [
  { owners: ['cluster', 'cluster'], within: 'site' },
  { owners: ['cluster', 'pool'], within: 'site' },
  { owners: ['cluster', 'nodes'], within: 'site' },
  { owners: ['cluster', 'host'], within: 'site' },
  // Pod networks of infra clusters are tunnels: another infra cluster never sees these addresses.
  { owners: ['cluster', 'infra'], within: 'environment' },
  { owners: ['cluster', 'default'], within: 'environment' },
  { owners: ['pool', 'pool'], within: 'site' },
  { owners: ['pool', 'nodes'], within: 'site' },
  // MetalLB would answer for a host or the API, and give its address to a Service.
  { owners: ['pool', 'host'], within: 'site' },
  { owners: ['pool', 'infra'], within: 'environment' },
  // A host is in the network itself, with one of these addresses.
  { owners: ['network', 'nodes'], within: 'site' },
  { owners: ['network', 'host'], within: 'site' },
  { owners: ['network', 'pool'], within: 'site' },
  { owners: ['network', 'infra'], within: 'environment' },
  { owners: ['nodes', 'nodes'], within: 'other environments' },
  { owners: ['host', 'host'], within: 'other environments' },
  // Both would assign the same addresses.
  { owners: ['plan', 'plan'], within: 'site' },
];

function isConflict(one: RangeClaim, other: RangeClaim): boolean {
  const row = conflicts.find(
    ({ owners: [left, right] }) =>
      (left === one.owner && right === other.owner) ||
      (left === other.owner && right === one.owner),
  );
  if (row === undefined) return false;
  const same = one.environment === other.environment;
  return row.within === 'site' || same === (row.within === 'environment');
}

function claim(
  owner: Owner,
  environment: string,
  place: Place,
  text: string,
  what: string,
): RangeClaim[] {
  const range = parseRange(text);
  return range === undefined ? [] : [{ ...place, owner, environment, text, range, what }];
}

function ofCluster({ config, environment, file, name }: PlannedCluster): RangeClaim[] {
  const { kubernetes } = config;
  if (kubernetes === undefined) return [];
  const own = (key: 'podCidr' | 'serviceCidr', what: string) =>
    claim(
      'cluster',
      environment,
      { file, path: clusterPath('kubernetes', key) },
      kubernetes[key],
      `the ${what} of the cluster "${name}" of "${environment}"`,
    );
  return [...own('podCidr', 'pods'), ...own('serviceCidr', 'Services')];
}

function ofPlan({ infra, name, plan, planFile }: PlannedEnvironment): RangeClaim[] {
  if (plan === undefined) return [];
  const each = (
    owner: Owner,
    ranges: readonly string[] | undefined,
    path: readonly string[],
    what: string,
  ) =>
    (ranges ?? []).flatMap((text, index) =>
      claim(owner, name, { file: planFile, path: formatPath([...path, index]) }, text, what),
    );
  const stated = `the infra cluster of "${name}"`;
  return [
    ...each('nodes', plan.nodes?.ranges, ['nodes', 'ranges'], `the hosts of "${name}"`),
    ...each('infra', plan.infra?.pods, ['infra', 'pods'], `the pods of ${stated}`),
    ...each('infra', plan.infra?.services, ['infra', 'services'], `the Services of ${stated}`),
    ...each('plan', plan.pods.ranges, ['pods', 'ranges'], `what "${name}" has for pods`),
    ...each(
      'plan',
      plan.services.ranges,
      ['services', 'ranges'],
      `what "${name}" has for Services`,
    ),
    ...each(
      'plan',
      plan.endpoints.ranges,
      ['endpoints', 'ranges'],
      `what "${name}" has for endpoints`,
    ),
    ...takenRanges
      .filter(
        ({ insteadOf }) =>
          insteadOf === undefined ||
          (plan.infra?.[insteadOf] === undefined && infra?.kubeone === undefined),
      )
      .flatMap(({ cidr, what }) =>
        claim('default', name, { file: planFile, path: 'infra' }, cidr, what),
      ),
  ];
}

/** Returns the addresses of hosts and API of an infra cluster that KubeOne makes. */
function ofHosts(environment: PlannedEnvironment): RangeClaim[] {
  return hostAddresses(environment).flatMap(({ address, what, ...place }) =>
    claim('host', environment.name, place, address, what),
  );
}

/** Returns the addresses inside an infra cluster that KubeOne makes, from the file of its stack. */
function ofInfra({ infra, infraFile, name }: PlannedEnvironment): RangeClaim[] {
  const network = infra?.kubeone?.network;
  if (network === undefined) return [];
  const each = (key: 'podSubnet' | 'serviceSubnet', what: string) =>
    claim(
      'infra',
      name,
      { file: infraFile, path: infraPath('kubeone', 'network', key) },
      network[key],
      `the ${what} of the infra cluster of "${name}"`,
    );
  return [...each('podSubnet', 'pods'), ...each('serviceSubnet', 'Services')];
}

function ofPlatform({ name, platform, platformFile }: PlannedEnvironment): RangeClaim[] {
  const networks = (platform?.networks ?? []).flatMap(({ name: network, range }, index) =>
    claim(
      'network',
      name,
      { file: platformFile, path: platformPath('networks', index, 'range') },
      assignedAddresses(range ?? ''),
      `the network "${network}" of "${name}"`,
    ),
  );
  const pools = (platform?.metallb?.pools ?? []).flatMap((pool, index) =>
    pool.addresses.flatMap((text, at) =>
      claim(
        'pool',
        name,
        { file: platformFile, path: platformPath('metallb', 'pools', index, 'addresses', at) },
        text,
        `the load balancer pool "${pool.name}" of "${name}"`,
      ),
    ),
  );
  return [...networks, ...pools];
}

/**
 * The order in which the two sides of a problem are named: the side that should rather change comes
 * first.
 */
const yields: readonly Owner[] = [
  'cluster',
  'network',
  'pool',
  'nodes',
  'host',
  'plan',
  'infra',
  'default',
];

function problemOf(pair: readonly [RangeClaim, RangeClaim]): PlanProblem {
  const [one, other] = [...pair].sort(
    (left, right) =>
      yields.indexOf(left.owner) - yields.indexOf(right.owner) ||
      left.file.localeCompare(right.file) ||
      left.path.localeCompare(right.path),
  ) as [RangeClaim, RangeClaim];
  const fix =
    one.owner === 'plan'
      ? 'both would give out the same addresses; take another range'
      : 'take a range that is not in use';
  const message = `${one.text} overlaps ${other.text}, ${other.what}; ${fix}`;
  const { file, path } = one;
  return { file, path, message, other: { file: other.file, path: other.path } };
}

/** Reports every pair of address ranges that overlap but must not, in environments of one site. */
export function checkRanges(site: readonly PlannedEnvironment[]): PlanProblem[] {
  const claims = site.flatMap((environment) => [
    ...environment.clusters.flatMap(ofCluster),
    ...ofPlan(environment),
    ...ofHosts(environment),
    ...ofInfra(environment),
    ...ofPlatform(environment),
  ]);
  // A plan's ranges contain the clusters' choices, and such a pair is no problem: compare them
  // separately.
  const [plans, owned] = [true, false].map((isPlan) =>
    claims.filter(({ owner }) => (owner === 'plan') === isPlan),
  );
  return [...overlappingPairs(owned ?? []), ...overlappingPairs(plans ?? [])]
    .filter(([one, other]) => isConflict(one, other))
    .map(problemOf);
}
