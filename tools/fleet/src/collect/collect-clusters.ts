// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { environmentVersions, guestOsOf } from '@strata/plan-check';
import { clusterExpiry } from '@strata/user-cluster/cluster-expiry';
import type { UserClusterConfig } from '@strata/user-cluster/config';
import { keyTerms, kubeconfigTerm } from '@strata/user-cluster/key-terms';
import { updatedGroups } from '@strata/user-cluster/machine-groups';
import type { Address, Cluster, ClusterFacts, Ending, MachineGroup, Source } from '../model.ts';
import { clusterConfig, required } from './environment-context.ts';
import type { EnvironmentContext } from './environment-context.ts';
import { clusterRecords } from '../records/index.ts';
import { known } from './known.ts';
import { nextClusterHop } from './next-hop.ts';
import { refusedMinor } from './refused-minor.ts';

type Content = EnvironmentContext['files']['clusters'][number];
type At = (...path: readonly PropertyKey[]) => Source;

/** File with the expiry terms that no stack file sets. */
const termsFile = 'packages/user-cluster/src/keys/key-terms.ts';

function groupsOf(config: UserClusterConfig, context: EnvironmentContext, at: At): MachineGroup[] {
  const platform = required(context.platform);
  const { hosts } = required(context.infra);
  const written = [config.controlPlane, ...config.pools];
  return updatedGroups({ config, infra: { hosts }, platform }).map((group, index) => {
    const machine = written[index] ?? config.controlPlane;
    const size = platform.instancetypes.find(({ name }) => name === machine.instancetype);
    const { memoryMiB } = machine;
    const cpu = machine.cpu ?? size?.cpu;
    const memoryGiB =
      memoryMiB === undefined ? (machine.memoryGiB ?? size?.memoryGiB) : memoryMiB / 1024;
    const behind = 'kubernetesVersion' in machine ? machine.kubernetesVersion : undefined;
    return {
      name: group.name,
      role: group.role,
      machines: group.replicas,
      size: machine.instancetype ?? '',
      ...(cpu !== undefined && { cpu }),
      ...(memoryGiB !== undefined && { memoryGiB: Math.round(memoryGiB * 10) / 10 }),
      image: machine.rootDisk.image,
      kubernetes: behind ?? config.kubernetes.version,
      onDrain: group.onDrain.behaviour,
      onUpdate: group.onUpdate,
      localDisks: group.localDisks,
      reasons: group.onDrain.reasons,
      source: index === 0 ? at('controlPlane') : at('pools', index - 1),
    };
  });
}

function addressesOf(config: UserClusterConfig, at: At): Address[] {
  const { access, cni, controlPlane, kubernetes, network } = config;
  return [
    {
      what: 'API',
      text: controlPlane.endpoint.address,
      source: at('controlPlane', 'endpoint', 'address'),
    },
    { what: 'pods', text: kubernetes.podCidr, source: at('kubernetes', 'podCidr') },
    { what: 'Services', text: kubernetes.serviceCidr, source: at('kubernetes', 'serviceCidr') },
    ...(access.ssh.address === undefined
      ? []
      : [{ what: 'SSH', text: access.ssh.address, source: at('access', 'ssh', 'address') }]),
    ...network.vlans.map(({ bridge, name, vlan }, index) => ({
      what: `VLAN "${name}"`,
      text: `${vlan} of ${bridge}`,
      source: at('network', 'vlans', index),
    })),
    ...(cni.type === 'cilium'
      ? [{ what: 'tunnel port', text: String(cni.tunnelPort), source: at('cni', 'tunnelPort') }]
      : []),
  ];
}

function endingsOf({ kubernetes }: UserClusterConfig, at: At): Ending[] {
  const built = (what: string, key: keyof typeof keyTerms): Ending => ({
    what,
    ...keyTerms[key],
    source: { file: termsFile, key },
  });
  return [
    ...kubernetes.kubeconfigs.map(({ lifetimeDays, name, role }, index) => ({
      what: `kubeconfig "${name}" (${role})`,
      ...kubeconfigTerm(lifetimeDays),
      source: at('kubernetes', 'kubeconfigs', index),
    })),
    built('join token', 'joinToken'),
    built('kubeconfigs of the stack and its controllers', 'kubeconfig'),
    built('certificate authorities', 'authority'),
  ];
}

function expiryOf(
  { expires }: UserClusterConfig,
  { now }: EnvironmentContext,
  at: At,
): Pick<ClusterFacts, 'expiry'> {
  if (expires === undefined) return {};
  const { state } = clusterExpiry(expires, now);
  return { expiry: { day: expires, state, source: at('expires') } };
}

function factsOf(context: EnvironmentContext, content: Content): ClusterFacts {
  const { file, name } = content;
  const config = clusterConfig(context, content);
  const at: At = (...path) => ({
    file: content.placeOf?.(path)?.file ?? file,
    key: `config.user-cluster:${formatPath(path)}`,
  });
  const versions = environmentVersions(context.files);
  const systemOf = ({ rootDisk }: { readonly rootDisk: { readonly image: string } }) => {
    const guestOs = guestOsOf(versions, rootDisk.image);
    return guestOs === undefined ? {} : { guestOs };
  };
  const present = {
    name,
    kubernetes: config.kubernetes.version,
    ...systemOf(config.controlPlane),
    pools: config.pools.map((pool) => ({
      name: pool.name,
      ...systemOf(pool),
      ...(pool.kubernetesVersion !== undefined && { kubernetes: pool.kubernetesVersion }),
    })),
  };
  const refused = refusedMinor(present, versions.release);
  return {
    kubernetes: config.kubernetes.version,
    next: nextClusterHop(present, versions.release),
    ...(refused && { refused }),
    groups: groupsOf(config, context, at),
    addresses: addressesOf(config, at),
    endings: endingsOf(config, at),
    ...expiryOf(config, context, at),
    ...(config.hibernated && { hibernated: at('hibernated') }),
    hasBackups: config.backup !== undefined,
    isProtected: config.deletion.protect,
    volumes: config.deletion.volumes,
    source: at('kubernetes', 'version'),
  };
}

/** Returns the user clusters of an environment from their files. */
export function collectClusters(context: EnvironmentContext): Cluster[] {
  const { files, now, root } = context;
  return files.clusters.map((content) => {
    const facts = known(() => factsOf(context, content));
    return {
      name: content.name,
      file: content.file,
      profiles: content.profiles ?? [],
      records: clusterRecords(
        { root, environment: files.name, now },
        content.name,
        facts.value?.hasBackups ?? false,
      ),
      facts,
    };
  });
}
