// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace, inspectConfig, kubevirtStackOutputs } from '@strata/contracts';
import { userClusterConfig } from '@strata/user-cluster/config';
import type { UserClusterConfig } from '@strata/user-cluster/config';
import {
  isolationEdges,
  isolationFile,
  isolationLimits,
  isolationTable,
  platformParts,
  platformTable,
  platformWays,
  withJudgedLabels,
} from './isolation/index.ts';
import { withClusterDefaults } from '@strata/contracts/cluster-defaults';
import type { EnvironmentFiles } from './address-plan/index.ts';
import { rangesWithout } from './address-plan/ranges-without.ts';
import type {
  IsolatedCluster,
  IsolationEdge,
  IsolationLimits,
  PlatformWay,
} from './isolation/index.ts';
import { infraFacts, infraFactsFile } from './infra-facts/index.ts';
import type { Host, KubevirtStackOutputs } from '@strata/contracts';
import type { Policy } from '@strata/network-policies';
import { namespaceLabels, renderIsolation } from '@strata/user-cluster/isolation';
import { controlPlaneMachine } from '@strata/user-cluster/peer-network';
import { findEnvironment } from './find-environment.ts';
import type { OutputsFile } from './judge-capacity.ts';
import { rawClusterConfig } from './raw-stack-config.ts';
import { checked, readChecked } from './read-yaml.ts';
import { PlanError } from './report.ts';
import type { Report } from './report.ts';

/** Input of {@link judgeIsolation}. */
export interface IsolationInput {
  readonly environment: string;
  /** Output of `pulumi stack output --json` of kubevirt-stack. */
  readonly platform: OutputsFile;
  readonly json: boolean;
}

/**
 * Returns the networks, as they are named on the hosts, in which VMs of a cluster have an
 * interface.
 */
function networksOf({ controlPlane, network, pools }: UserClusterConfig): string[] {
  const named = [controlPlaneMachine(controlPlane), ...pools].flatMap(({ interfaces }) =>
    interfaces.map((one) => one.network),
  );
  return [...new Set(named)].map((name) => {
    const own = network.vlans.find((vlan) => vlan.name === name);
    return own === undefined ? name : `VLAN ${own.vlan} of ${own.bridge}`;
  });
}

/**
 * Returns the ranges of load balancer addresses that only this cluster may have, without that of its API.
 * Addresses that its users choose are not known here.
 */
function loadBalancersOf(
  { access, controlPlane }: UserClusterConfig,
  cluster: string,
  platform: KubevirtStackOutputs,
) {
  const bound = platform.loadBalancerPools.filter(({ boundTo }) => boundTo === cluster);
  const ranges = bound
    .flatMap(({ addresses }) => addresses)
    .flatMap((range) => rangesWithout(range, [controlPlane.endpoint.address]));
  return [...(access.ssh.address === undefined ? [] : [access.ssh.address]), ...ranges];
}

/** Range of pods of infra clusters that do not say theirs. */
const usualPodRange = '10.244.0.0/16';

/**
 * Returns the ranges of pods, without addresses of others: a pool may be in a range of pods. Where that
 * leaves nothing they stay whole, so that ways between pods are still looked for.
 */
function podRangesOf(
  { clusterNetwork, loadBalancerPools }: KubevirtStackOutputs,
  hosts: readonly Host[],
): string[] {
  const { api, dnsServers, podCidrs } = clusterNetwork;
  const others = [
    ...loadBalancerPools.flatMap(({ addresses }) => addresses),
    ...(api?.addresses ?? []),
    ...dnsServers,
    ...hosts.flatMap(({ addresses = [] }) => addresses),
  ];
  const ranges = podCidrs.length > 0 ? podCidrs : [usualPodRange];
  const left = ranges.flatMap((range) => rangesWithout(range, others));
  return left.length > 0 ? left : ranges;
}

/** Returns a cluster as its neighbours see it, with the policies that its own program renders. */
function isolatedCluster(
  environment: string,
  name: string,
  config: UserClusterConfig,
  platform: KubevirtStackOutputs,
  hosts: readonly Host[],
): IsolatedCluster {
  const { api } = platform.clusterNetwork;
  const policies = renderIsolation({
    environment,
    cluster: name,
    namespace: clusterNamespace(name),
    config,
    platform,
    infra: { hosts: [...hosts] },
    ...(config.isolation.restrictControllers && api !== undefined && { infraApi: api }),
  });
  return {
    name,
    labels: namespaceLabels({ environment, cluster: name, config }),
    policies: Object.values(policies).map((spec) => ({
      spec: withJudgedLabels(spec as Policy['spec']),
    })),
    podRanges: podRangesOf(platform, hosts),
    endpoint: config.controlPlane.endpoint.address,
    loadBalancers: loadBalancersOf(config, name, platform),
    networks: networksOf(config),
  };
}

/**
 * Returns every cluster of an environment, with the policies that are rendered from its file.
 *
 * @param hosts - hosts, whose addresses policies leave out of the internet. @default none are known
 * @throws PlanError naming a file that the program would refuse.
 */
export function isolatedClusters(
  { clusters, name: environment }: EnvironmentFiles,
  platform: KubevirtStackOutputs,
  hosts: readonly Host[] = [],
): IsolatedCluster[] {
  return clusters.map((content) => {
    const { file, name } = content;
    const own = rawClusterConfig(environment, content);
    const { raw } = withClusterDefaults(own, environment, platform.userClusterDefaults);
    const { problems, valid } = inspectConfig(userClusterConfig, raw);
    if (problems.length > 0) throw new PlanError(`${file} is wrong; its preview says what`);
    const config = valid as UserClusterConfig;
    return isolatedCluster(environment, name, config, platform, hosts);
  });
}

/** Returns the paths that no file declares as intended. */
export function unintended<T extends IsolationEdge | PlatformWay>(
  edges: readonly T[],
  { intended }: IsolationLimits,
): T[] {
  return edges.filter(
    ({ from, plane, to }) =>
      !intended.some((one) => one.from === from && one.to === to && one.plane === plane),
  );
}

/** Returns one line that names both ends of a path and says what to do. */
export function describeEdge(environment: string, { by, from, plane, to }: IsolationEdge): string {
  return `"${from}" reaches "${to}" (${plane}): ${by}; close it in the file of either, or say in ${isolationFile(environment)} that it is meant`;
}

function describeWay(environment: string, { by, from, to }: PlatformWay): string {
  return `"${from}" reaches "${to}" of the platform: ${by}; close it in its file, or say in ${isolationFile(environment)} that it is meant`;
}

/**
 * Reports which user clusters of an environment reach each other, and what they reach of the platform.
 *
 * @throws PlanError when a file is wrong.
 */
export function judgeIsolation(root: string, input: IsolationInput): Report {
  const { environment, json } = input;
  const { content, name } = input.platform;
  const platform = checked(content, name, kubevirtStackOutputs.values);
  const hosts = readChecked(root, infraFactsFile(environment), infraFacts)?.hosts ?? [];
  const clusters = isolatedClusters(findEnvironment(root, environment), platform, hosts);
  const limits =
    readChecked(root, isolationFile(environment), isolationLimits) ?? isolationLimits.parse({});
  const edges = isolationEdges(clusters);
  const problems = unintended(edges, limits);
  const ways = platformWays(clusters, platformParts(platform, hosts));
  const toPlatform = unintended(
    ways.filter(({ isOffered }) => !isOffered),
    limits,
  );
  const names = clusters.map((one) => one.name);
  const lines = json
    ? [
        JSON.stringify(
          {
            environment,
            clusters: names,
            edges,
            platform: ways,
            unintended: [...problems, ...toPlatform],
          },
          undefined,
          2,
        ),
      ]
    : [
        ...isolationTable(clusters, edges),
        ...platformTable(clusters, ways),
        ...toPlatform.map((way) => describeWay(environment, way)),
        ...(problems.length === 0
          ? [`${clusters.length} user clusters, ${edges.length} ways between them, all meant.`]
          : problems.map((edge) => describeEdge(environment, edge))),
      ];
  return { lines, failed: problems.length + toPlatform.length > 0 };
}
