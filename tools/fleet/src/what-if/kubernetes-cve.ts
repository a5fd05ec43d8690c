// SPDX-License-Identifier: Apache-2.0
import { planClusterHops } from '@strata/contracts/compatibility';
import { compareVersions, minorsAhead, nextMinor } from '@strata/contracts/versions';
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
  /** `1.35.4`, or `1.35` for all of its patches. */
  readonly bad: string;
  /** Exact version without the error; undefined when nobody has said. */
  readonly good: string | undefined;
}

type KnownCluster = Cluster & { readonly value: ClusterFacts };

const isBad = (version: string, { bad }: Versions) => compareVersions(version, bad) === 0;

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

/**
 * Returns the updates of the infra cluster, one minor at a time, as KubeOne does them. Whether the
 * release of the platform runs on each is a question of `plan upgrade`, which has the tables.
 */
function infraHops({ kubernetes }: Environment, versions: Versions): Hop[] {
  const { version } = kubernetes.value ?? {};
  if (version === undefined || !isBad(version, versions)) return [];
  const { good } = versions;
  const last: Hop = { what: 'infra-kubernetes', to: good ?? '<fixed version>' };
  if (good === undefined) return [last];
  const between: Hop[] = [];
  for (let to = nextMinor(version); minorsAhead(good, to) > 0; to = nextMinor(to)) {
    between.push({ what: 'infra-kubernetes', to });
  }
  return [...between, last];
}

/** Returns what is updated, one after the other; without a version to update to, only where. */
function hopsOf(
  environment: Environment,
  clusters: readonly KnownCluster[],
  versions: Versions,
): Hop[] {
  const { good } = versions;
  const to = good ?? '<fixed version>';
  const infra = infraHops(environment, versions);
  const own = clusters.flatMap((cluster): Hop[] => {
    const { name, value } = cluster;
    const pools = value.groups.filter(({ role }) => role === 'worker');
    if (good !== undefined) {
      const present = { name, kubernetes: value.kubernetes, pools };
      return planClusterHops(present, good);
    }
    return badGroups(cluster, versions).map((group) =>
      group.role === 'worker'
        ? { what: 'pool', cluster: name, pool: group.name, to }
        : { what: 'control-plane', cluster: name, to },
    );
  });
  return [...infra, ...own];
}

function findingsOf(environment: Environment, machines: number, versions: Versions): Finding[] {
  const { kubernetes, name } = environment;
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
  const findings = findingsOf(environment, total, versions);
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
      steps: hopsOf(environment, clusters, versions).map((hop): Step => ({
        ...where,
        text: describeHop(hop),
        ...hopEdit(hop, files),
      })),
    },
  ];
}

const limits = [
  'Whether the error matters here, its announcement says: many need a setting that a cluster does not have.',
  'Whether the version without it exists, and whether the platform supports it, plan upgrade and the preview say.',
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
function refusal({ bad, good }: Versions): string | undefined {
  if (!/^\d+\.\d+(\.\d+)?$/.test(bad)) {
    return `a version of Kubernetes is like 1.35.4, or 1.35 for all of its patches, not "${bad}"`;
  }
  if (good === undefined) return undefined;
  if (!exact.test(good))
    return `the version without the error is exact, like 1.35.5, not "${good}"`;
  const isLater = compareVersions(good, bad) > 0;
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
    const message = `nothing runs Kubernetes ${bad}; versions: ${all || 'none'}`;
    return { problem: nowhere(message, holes) };
  }
  const until = good === undefined ? '' : `, and ${good} is without it`;
  const title = `What if there is a CVE in Kubernetes ${bad}${until}?`;
  return { value: joined(title, parts, limits, holes) };
}
