// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import type { AddressPlan } from '@strata/plan-check/address-plan';
import { stackFile } from '@strata/contracts';
import { clusterStackName } from '@strata/contracts/program';
import {
  addressPlanFile,
  leftOutAddresses,
  namedDnsServers,
  namedHosts,
  vlanPromises,
} from '@strata/plan-check/address-plan';
import { readFiles } from '@strata/plan-check';
import { userClusterConfig } from '@strata/user-cluster/config';
import { checkWrittenMachines } from '@strata/user-cluster/written-machines';
import { configProblems, refuse } from '../check-config.ts';
import { renderFile, stackContent } from '../render-file.ts';
import { checkEnvironment } from './check-environment.ts';
import { chooseAddresses, chosen, required, type Choice } from './choose-addresses.ts';
import { chooseDns } from './choose-dns.ts';
import { chooseVlan } from './choose-vlan.ts';
import { ExtendedProfiles } from './extended-profiles.ts';
import { readImportedFile } from './imported-file.ts';
import { importedKeys } from './imported-keys.ts';
import {
  readAddressPlan,
  readNeighbours,
  readSecretsSettings,
  readStackConfig,
} from './environment-files.ts';
import type { Neighbour } from './environment-files.ts';
import { ownEnd, refuseBackup } from './own-end.ts';
import { leftToProfiles, refuseOptionsOfPools } from './left-to-profiles.ts';
import { isMapping, valueAt } from './mapping.ts';
import { treeFiles } from './tree-files.ts';
import type { UserClusterOptions } from './user-cluster-options.ts';

const project = 'user-cluster';

/** Words above keys of the file. */
const comments: Readonly<Record<string, string>> = {
  'config.user-cluster:kubernetes.podCidr':
    'No other cluster of the environment has these addresses.',
  'config.user-cluster:controlPlane.endpoint.address':
    "Where the API is; it stays for the cluster's life.",
  'config.user-cluster:pools.0.replicas': 'Scaling is this one number.',
  'config.user-cluster:deletion.protect': 'A destroy is refused as long as this is true.',
};

/** Of every machine's root disk: an operating system, and the images of its pods. */
const defaultDiskGiB = 30;

/** The image of machines that no option and no profile says. */
function defaultImage(
  tree: Tree,
  environment: string,
  said: Readonly<Record<string, unknown>>,
): string {
  const isSaid = said.pools !== undefined && valueAt(said, 'controlPlane.rootDisk.image');
  // Nothing of what this names is written.
  if (isSaid) return '';
  const { images } = readStackConfig(tree, 'kubevirt-stack', environment);
  const [first] = (images ?? []) as { readonly name?: string }[];
  if (first?.name !== undefined) return first.name;
  throw new Error(
    `The platform of "${environment}" has no golden images: name one with --image docker://...`,
  );
}

/** Ports of registries that machines may reach anyway: `isolation.registries.ports`. */
const usualPorts = [80, 443];

/**
 * Returns the port of the platform's registry mirror that machines must be allowed to reach;
 * undefined if they need no further port.
 */
function mirrorPort(tree: Tree, environment: string): number | undefined {
  const { registryMirror } = readStackConfig(tree, 'kubevirt-stack', environment);
  const mirror = typeof registryMirror === 'string' ? registryMirror : '';
  const port = /^[^/]+:(\d+)(\/|$)/.exec(mirror)?.[1];
  return port === undefined || usualPorts.includes(Number(port)) ? undefined : Number(port);
}

/** Returns all files of an environment; undefined where it has none. */
function filesOf(tree: Tree, environment: string) {
  return readFiles(treeFiles(tree)).environments.find((one) => one.name === environment);
}

/** @throws Error naming what the plan lacks or has run out of, or what the platform does not give. */
function vlanOf(
  tree: Tree,
  { environment, name }: UserClusterOptions,
  plan: AddressPlan['vlans'],
  neighbours: readonly Neighbour[],
): number {
  if (plan === undefined) {
    throw new Error(
      `The address plan of "${environment}" gives clusters no VLANs: add vlans with bridge, first and last to ${addressPlanFile(environment)} (docs/address-plan.md), or leave out --vlan.`,
    );
  }
  const files = filesOf(tree, environment);
  const { tenants } = readStackConfig(tree, 'kubevirt-stack', environment);
  const vlan = chooseVlan({
    environment,
    cluster: name,
    plan,
    used: chosen<number>(neighbours, 'network.vlans.vlan'),
    promises: files && vlanPromises(files),
    isListed: ((tenants ?? {}) as { readonly vlans?: readonly unknown[] }).vlans?.[0] !== undefined,
  });
  return required(vlan, 'VLAN', environment);
}

/** Returns the golden images of a platform's file; one without a valid size is as small as can be. */
function goldenImages(images: unknown) {
  return (Array.isArray(images) ? images : []).flatMap((image: unknown) => {
    const { name, sizeGiB } = (isMapping(image) ? image : {}) as {
      readonly name?: unknown;
      readonly sizeGiB?: unknown;
    };
    if (typeof name !== 'string') return [];
    return [{ name, sizeGiB: typeof sizeGiB === 'number' ? sizeGiB : 0 }];
  });
}

/** Returns the names of networks, of the platform's file and of profiles, as far as they have names. */
function knownNetworks(...lists: readonly unknown[]): string[] {
  return lists.flat().flatMap((one) => {
    const name = isMapping(one) ? one.name : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

function renderConfig(
  options: UserClusterOptions,
  image: string,
  choice: Choice & { readonly vlan?: number; readonly servers?: readonly string[] },
  { mtu, vlans }: AddressPlan,
  registryPort: number | undefined,
) {
  const { kubernetes = '1.35.4', workers = 2, instancetype = 'standard-2' } = options;
  const { podCidr, serviceCidr, endpoint, servers, tunnelPort, vlan } = choice;
  const machine = { instancetype, rootDisk: { image, sizeGiB: defaultDiskGiB } };
  const ownVlan = vlan !== undefined && vlans !== undefined;
  const interfaces = ownVlan ? { interfaces: [{ network: 'own' }] } : {};
  return {
    kubernetes: { version: kubernetes, podCidr, serviceCidr },
    controlPlane: { replicas: 1, ...machine, endpoint: { address: endpoint } },
    pools: [{ name: 'md-a', replicas: workers, ...machine, ...interfaces }],
    network: {
      mtu,
      ...(servers !== undefined && { dns: { servers } }),
      ...(ownVlan && { vlans: [{ name: 'own', bridge: vlans.bridge, vlan }] }),
    },
    cni: { type: 'cilium', tunnelPort },
    ...(registryPort !== undefined && {
      isolation: { registries: { ports: [...usualPorts, registryPort] } },
    }),
    deletion: { protect: true },
  };
}

/**
 * Writes `stacks/user-cluster/Pulumi.<environment>.<name>.yaml` with the next free addresses, and
 * checks it as the program would. Nothing is written when something is wrong, and never the file of
 * another stack.
 *
 * @throws Error when the name is taken or unusable, the plan is missing or exhausted, the platform
 * gives the cluster no VLAN, a profile cannot be read or says what an option is about, or a value is
 * wrong.
 */
export default function generateUserCluster(tree: Tree, options: UserClusterOptions): () => void {
  const { environment, name } = options;
  const stack = `${environment}.${name}`;
  clusterStackName(project, stack);
  const path = stackFile({ project, stack });
  if (tree.exists(path)) throw new Error(`The cluster exists already: ${path}.`);
  const end = ownEnd(options);
  const plan = readAddressPlan(tree, environment);
  const neighbours = readNeighbours(tree, environment);
  const platform = readStackConfig(tree, 'kubevirt-stack', environment);
  const profiles = new ExtendedProfiles(tree, path, options.profile);
  const { said } = profiles;
  refuseOptionsOfPools(said, options);
  const isInProfile = valueAt(said, 'network.dns.servers') !== undefined;
  const servers = chooseDns({ environment, asked: options.dns, isInProfile, platform });
  const files = filesOf(tree, environment);
  const image = options.image ?? defaultImage(tree, environment, said);
  const imported = readImportedFile(options, {
    images: platform.images,
    networks: knownNetworks(platform.networks, valueAt(said, 'network.vlans')),
    fallback: image,
  });
  const choice = {
    ...(servers && { servers }),
    ...chooseAddresses(
      environment,
      plan,
      neighbours,
      files ? leftOutAddresses(files) : [],
      [...(files ? [...namedHosts(files), ...namedDnsServers(files)] : []), ...(servers ?? [])],
      imported?.translation.ranges,
    ),
    ...(options.vlan === true && { vlan: vlanOf(tree, options, plan.vlans, neighbours) }),
  };
  const keys = importedKeys(imported, { options, said, choice });
  const port = mirrorPort(tree, environment);
  const version = options.kubernetes ?? keys.kubernetes;
  const asked = { ...options, ...(version !== undefined && { kubernetes: version }) };
  const whole = keys.into(renderConfig(asked, image, choice, plan, port));
  const config = { ...leftToProfiles(whole, said, asked), ...end };
  const { config: merged, withOrigin } = profiles.with(config);
  refuseBackup(options, merged);
  refuse('The cluster', withOrigin(configProblems(userClusterConfig, merged)));
  const known = { goldenImages: goldenImages(platform.images) };
  const machines = checkWrittenMachines(userClusterConfig.parse(merged), known);
  refuse('The cluster', withOrigin(machines));
  const title = `The user cluster "${name}" of the environment "${environment}".`;
  const content = {
    ...stackContent(project, profiles.own(config)),
    ...readSecretsSettings(tree, environment),
  };
  const text = renderFile({ folder: project, title, content, comments });
  checkEnvironment(tree, environment, { path, text });
  tree.write(path, text);
  return () => {
    console.log(
      `\nNext:\n  npx strata preview ${environment} ${name}\n  npx strata up ${environment} ${name}`,
    );
  };
}
