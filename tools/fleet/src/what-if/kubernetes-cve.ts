// SPDX-License-Identifier: Apache-2.0
import { planClusterHops } from '@strata/contracts/compatibility';
import { compareVersions, minorOf, minorsAhead, nextMinor } from '@strata/contracts/versions';
import { hopEdit } from '@strata/plan-check/hop-edit';
import type { EditedFiles } from '@strata/plan-check/hop-edit';
import { describeHop } from '@strata/plan-check/hops';
import type { Hop } from '@strata/plan-check/hops';
import type { Cluster, ClusterFacts, Environment, Fleet } from '../model.ts';
import { count } from '../page/units.ts';
import { joined } from './answer.ts';
import type { Answered, EnvironmentPart, Finding, Step } from './answer.ts';
import { inDeploymentOrder } from './deployment-order.ts';
import { leftOut, nowhere } from './left-out.ts';
import { sortedNames } from './names.ts';

/** Key of an infra cluster that Strata made. */
const ownInfra = 'config.infra:kubeone.version';

/** Versions of the question. */
interface Versions {
  /** `1.35.4`, or `1.35` for all of its patches; if `good` is one of them, those before it. */
  readonly bad: string;
  /** Exact version without the error; undefined when nobody has said. */
  readonly good: string | undefined;
}

type KnownCluster = Cluster & { readonly value: ClusterFacts };

/** Returns the version without the error if it is a patch of the minor that has it. */
const fixingPatch = ({ bad, good }: Versions): string | undefined =>
  good !== undefined && minorOf(good) === bad ? good : undefined;

function isBad(version: string, versions: Versions): boolean {
  const patch = fixingPatch(versions);
  return (
    compareVersions(version, versions.bad) === 0 &&
    (patch === undefined || compareVersions(version, patch) < 0)
  );
}

/** Returns whether a version is an older patch than the one of the question. */
const isOlderPatch = (version: string, { bad }: Versions) =>
  minorOf(version) === minorOf(bad) && compareVersions(version, bad) < 0;

function knownClusters({ clusters }: Environment): KnownCluster[] {
  return clusters.flatMap((cluster) =>
    cluster.facts.value === undefined ? [] : [{ ...cluster, value: cluster.facts.value }],
  );
}

const badGroups = ({ value }: KnownCluster, versions: Versions) =>
  value.groups.filter(({ kubernetes }) => isBad(kubernetes, versions));

function filesOf({ clusters, kubernetes, platform }: Environment): EditedFiles {
  const { source, version } = kubernetes.value ?? {};
  const isOwn = source?.key === ownInfra;
  return {
    clusters: clusters.map(({ facts, file, name }) => ({
      name,
      file,
      versionFile: facts.value?.source.file,
      poolsFile: facts.value?.groups.find(({ role }) => role === 'worker')?.source.file,
    })),
    ...(platform.value && { platformFile: platform.value.source.file }),
    ...(isOwn && version !== undefined && { infraFile: source.file, infraKubernetes: version }),
  };
}

/** Updates, one after the other, and why others are not possible. */
interface Updates {
  readonly hops: readonly Hop[];
  readonly refusals: readonly string[];
}

const unnamed = '<fixed version>';

/** Returns the updates of the infra cluster, one minor at a time, as KubeOne does them. */
function infraUpdates({ kubernetes, platform }: Environment, versions: Versions): Updates {
  const { version } = kubernetes.value ?? {};
  if (version === undefined || !isBad(version, versions)) return { hops: [], refusals: [] };
  const { good } = versions;
  if (good === undefined)
    return { hops: [{ what: 'infra-kubernetes', to: unnamed }], refusals: [] };
  const hops: Hop[] = [];
  for (let to = nextMinor(version); minorsAhead(good, to) > 0; to = nextMinor(to)) {
    hops.push({ what: 'infra-kubernetes', to });
  }
  hops.push({ what: 'infra-kubernetes', to: good });
  const { release, runsOn } = platform.value ?? {};
  if (runsOn === undefined || minorsAhead(runsOn.newest, good) >= 0) return { hops, refusals: [] };
  const { newest, oldest } = runsOn;
  const refusal = `release ${release} does not run on Kubernetes ${minorOf(good)}, only on ${oldest} to ${newest}`;
  return { hops: [], refusals: [`no update of the infra cluster to ${good}: ${refusal}`] };
}

/** Returns the updates of a user cluster; without a version to update to, only where. */
function clusterUpdates(cluster: KnownCluster, versions: Versions): Updates {
  const { name, value } = cluster;
  const { good } = versions;
  if (good === undefined) {
    const hops = badGroups(cluster, versions).map((group): Hop =>
      group.role === 'worker'
        ? { what: 'pool', cluster: name, pool: group.name, to: unnamed }
        : { what: 'control-plane', cluster: name, to: unnamed },
    );
    return { hops, refusals: [] };
  }
  const pools = value.groups.filter(({ role }) => role === 'worker');
  const present = { name, kubernetes: value.kubernetes, pools };
  const { refused } = value;
  return refused === undefined || minorsAhead(refused.from, good) > 0
    ? { hops: planClusterHops(present, good), refusals: [] }
    : {
        hops: [],
        refusals: [`no update of the user cluster "${name}" to ${good}: ${refused.reason}`],
      };
}

/** Returns what is updated, one after the other. */
function updatesOf(
  environment: Environment,
  clusters: readonly KnownCluster[],
  versions: Versions,
): Updates {
  const all = [
    infraUpdates(environment, versions),
    ...clusters.map((cluster) => clusterUpdates(cluster, versions)),
  ];
  return {
    hops: all.flatMap(({ hops }) => hops),
    refusals: all.flatMap(({ refusals }) => refusals),
  };
}

/** Returns what runs an older patch, with the version of each. */
function olderPatches(environment: Environment, versions: Versions): string[] {
  const { version } = environment.kubernetes.value ?? {};
  return [
    ...(version !== undefined && isOlderPatch(version, versions)
      ? [`the infra cluster ${version}`]
      : []),
    ...knownClusters(environment).flatMap(({ name, value }) => {
      const older = value.groups
        .map(({ kubernetes }) => kubernetes)
        .filter((kubernetes) => isOlderPatch(kubernetes, versions));
      return older.length === 0 ? [] : [`"${name}" ${sortedNames(older).join(' and ')}`];
    }),
  ];
}

function findingsOf(
  environment: Environment,
  { machines, refusals }: { readonly machines: number } & Pick<Updates, 'refusals'>,
  versions: Versions,
): Finding[] {
  const { kubernetes, name } = environment;
  const older = olderPatches(environment, versions);
  const minor = minorOf(versions.bad);
  const { value } = kubernetes;
  const finding = (tone: Finding['tone'], text: string): Finding => ({
    environment: name,
    tone,
    text,
  });
  return [
    ...(value !== undefined && isBad(value.version, versions)
      ? [finding('bad', `the infra cluster runs Kubernetes ${value.version}`)]
      : []),
    ...(machines === 0
      ? []
      : [finding('bad', `${count(machines, 'machine')} of user clusters run it`)]),
    ...(older.length === 0
      ? []
      : [
          finding(
            'warn',
            `older patches, which mostly have the error as well, are not in this answer: ${older.join(', ')}; ask about ${minor} for all of its patches`,
          ),
        ]),
    ...refusals.map((refusal) => finding('bad', refusal)),
  ];
}

function partOf(environment: Environment, versions: Versions): EnvironmentPart[] {
  const { name, ring } = environment;
  const clusters = knownClusters(environment).filter(
    (cluster) => badGroups(cluster, versions).length > 0,
  );
  const machines = clusters.flatMap((cluster) =>
    badGroups(cluster, versions).map((group) => ({
      environment: name,
      cluster: cluster.name,
      group: group.name,
      machines: group.machines,
      effect: `runs ${group.kubernetes}; replaced by the update`,
    })),
  );
  const total = machines.reduce((sum, one) => sum + one.machines, 0);
  const { hops, refusals } = updatesOf(environment, clusters, versions);
  const findings = findingsOf(environment, { machines: total, refusals }, versions);
  if (findings.length === 0) return [];
  const files = filesOf(environment);
  const where = { environment: name, ...(ring !== undefined && { ring }) };
  return [
    {
      findings,
      clusters: clusters.map((cluster) => `${name}/${cluster.name}`),
      machines,
      addresses: clusters
        .filter((cluster) => isBad(cluster.value.kubernetes, versions))
        .flatMap(({ name: cluster, value }) =>
          value.addresses
            .filter(({ what }) => what === 'API')
            .map((address) => ({ environment: name, cluster, ...address })),
        ),
      steps: hops.map((hop): Step => ({
        ...where,
        text: describeHop(hop),
        ...hopEdit(hop, files),
      })),
    },
  ];
}

const limits = [
  'Whether the error matters here, its announcement says: many need a setting that a cluster does not have.',
  'Whether the version without it exists, the preview says.',
];

function allVersions(environments: readonly Environment[]): string[] {
  return environments.flatMap((environment) => [
    ...(environment.kubernetes.value === undefined ? [] : [environment.kubernetes.value.version]),
    ...knownClusters(environment).flatMap(({ value }) =>
      value.groups.map(({ kubernetes }) => kubernetes),
    ),
  ]);
}

const exact = /^\d+\.\d+\.\d+$/;

/** Returns why a version cannot be the one without the error. */
function refusal(versions: Versions): string | undefined {
  const { bad, good } = versions;
  if (!/^\d+\.\d+(\.\d+)?$/.test(bad)) {
    return `a version of Kubernetes is like 1.35.4, or 1.35 for all of its patches, not "${bad}"`;
  }
  if (good === undefined) return undefined;
  if (!exact.test(good))
    return `the version without the error is exact, like 1.35.5, not "${good}"`;
  const isLater = compareVersions(good, bad) > 0 || fixingPatch(versions) !== undefined;
  return isLater ? undefined : `the version without the error, ${good}, is not later than ${bad}`;
}

/** Answers what an error in a version of Kubernetes means. */
export function kubernetesCve(fleet: Fleet, [bad = '', good]: readonly string[]): Answered {
  const versions = { bad, good };
  const problem = refusal(versions);
  if (problem !== undefined) return { problem };
  const environments = inDeploymentOrder(fleet);
  const parts = environments.flatMap((environment) => partOf(environment, versions));
  const holes = leftOut(fleet, ['kubernetes', 'clusters']);
  if (parts.length === 0) {
    const all = sortedNames(allVersions(environments)).join(', ');
    const patch = fixingPatch(versions);
    const before = patch === undefined ? '' : ` before ${patch}`;
    const message = `nothing runs Kubernetes ${bad}${before}; versions: ${all || 'none'}`;
    return { problem: nowhere(message, holes) };
  }
  const until = good === undefined ? '' : `, and ${good} is without it`;
  const title = `What if there is a CVE in Kubernetes ${bad}${until}?`;
  return { value: joined(title, parts, limits, holes) };
}
