// SPDX-License-Identifier: Apache-2.0
import { formatPath, inspectConfig } from '@strata/contracts';
import { infraConfig } from '@strata/infra/config';
import type { InfraConfig } from '@strata/infra/config';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import type { KubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { rawStackConfig } from '@strata/plan-check';
import { addressPlan, addressPlanFile } from '@strata/plan-check/address-plan';
import type { UserClusterConfig } from '@strata/user-cluster/config';
import type { Source } from '../model.ts';
import type { GroupName, VlanFacts, VlanRange, VlanUse } from '../vlan-model.ts';
import { clusterConfig } from './environment-context.ts';
import type { EnvironmentContext } from './environment-context.ts';
import { known } from './known.ts';

/** Cluster whose file its program accepts. */
interface ReadCluster {
  readonly name: string;
  readonly file: string;
  readonly config: UserClusterConfig;
}

function rangesOf(ids: readonly (number | string)[]): VlanRange['ranges'] {
  return ids.map((id) => {
    const [first = NaN, last = first] = String(id).split('-').map(Number);
    return { first, last };
  });
}

const at = (file: string, program: string, ...path: readonly PropertyKey[]): Source => ({
  file,
  key: `config.${program}:${formatPath(path)}`,
});

/** Returns the groups of a cluster that have an interface in a network. */
function groupsIn({ config, name }: ReadCluster, network: string): GroupName[] {
  const { controlPlane, pools } = config;
  const isIn = (interfaces: readonly { readonly network: string }[]) =>
    interfaces.some((one) => one.network === network);
  return [
    ...(controlPlane.peers?.network === network || isIn(controlPlane.interfaces) ? ['cp'] : []),
    ...pools.filter(({ interfaces }) => isIn(interfaces)).map((pool) => pool.name),
  ].map((group) => ({ cluster: name, name: group }));
}

/** Returns the clusters whose members of etcd reach each other in a network. */
const etcdIn = (clusters: readonly ReadCluster[], network: string): string[] =>
  clusters
    .filter(({ config }) => config.controlPlane.peers?.network === network)
    .map(({ name }) => name);

function ownNetworks(cluster: ReadCluster): VlanUse[] {
  return cluster.config.network.vlans.map(({ bridge, name, vlan }, index) => ({
    vlan,
    bridge,
    network: name,
    cluster: cluster.name,
    groups: groupsIn(cluster, name),
    etcdOf: etcdIn([cluster], name),
    carriesMigrations: false,
    source: at(cluster.file, 'user-cluster', 'network', 'vlans', index, 'vlan'),
  }));
}

type Platform = Partial<KubevirtStackConfig>;

function platformNetworks(
  { kubevirt, networks = [] }: Platform,
  file: string,
  clusters: readonly ReadCluster[],
): VlanUse[] {
  return networks.flatMap(({ bridge, name, vlan }, index) => {
    if (vlan === undefined) return [];
    const users = clusters.filter(
      ({ config }) => !config.network.vlans.some((own) => own.name === name),
    );
    return [
      {
        vlan,
        ...(bridge !== undefined && { bridge }),
        network: name,
        groups: users.flatMap((cluster) => groupsIn(cluster, name)),
        etcdOf: etcdIn(users, name),
        carriesMigrations: kubevirt?.migrations?.network === name,
        source: at(file, 'kubevirt-stack', 'networks', index, 'vlan'),
      },
    ];
  });
}

function platformRanges({ tenants }: Platform, file: string): VlanRange[] {
  return (tenants?.vlans ?? []).map(({ boundTo, bridge, ids }, index) => ({
    by: 'platform',
    bridge,
    ranges: rangesOf(ids),
    ...(boundTo !== undefined && { boundTo }),
    source: at(file, 'kubevirt-stack', 'tenants', 'vlans', index),
  }));
}

function hostRanges({ bridges = [] }: Partial<InfraConfig>, file: string): VlanRange[] {
  return bridges.map(({ name, vlans }, index) => ({
    by: 'hosts',
    bridge: name,
    ranges: rangesOf(vlans),
    source: at(file, 'infra', 'bridges', index, 'vlans'),
  }));
}

function planRange({ files }: EnvironmentContext): VlanRange[] {
  const { data } = addressPlan.safeParse(files.plan);
  if (data?.vlans === undefined) return [];
  const { bridge, first, last } = data.vlans;
  const source = { file: addressPlanFile(files.name), key: 'vlans' };
  return [{ by: 'plan', bridge, ranges: [{ first, last }], source }];
}

/** Returns the networks of an environment that have a VLAN, and what its files allow. */
export function collectVlans(context: EnvironmentContext): VlanFacts {
  const { infra, name, platform } = context.files;
  const clusters = context.files.clusters.flatMap((content): ReadCluster[] => {
    const { value } = known(() => clusterConfig(context, content));
    return value === undefined ? [] : [{ name: content.name, file: content.file, config: value }];
  });
  const ofPlatform: Platform =
    platform === undefined
      ? {}
      : inspectConfig(kubevirtStackConfig, rawStackConfig('kubevirt-stack', name, platform)).valid;
  const ofInfra: Partial<InfraConfig> =
    infra === undefined
      ? {}
      : inspectConfig(infraConfig, rawStackConfig('infra', name, infra)).valid;
  const platformFile = platform?.file ?? '';
  return {
    uses: [
      ...platformNetworks(ofPlatform, platformFile, clusters),
      ...clusters.flatMap(ownNetworks),
    ],
    allowed: [
      ...hostRanges(ofInfra, infra?.file ?? ''),
      ...platformRanges(ofPlatform, platformFile),
      ...planRange(context),
    ],
  };
}
