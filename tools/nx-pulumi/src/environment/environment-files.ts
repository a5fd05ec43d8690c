// SPDX-License-Identifier: Apache-2.0
import { checkKubeone } from '@strata/infra/check-kubeone';
import { infraConfig } from '@strata/infra/config';
import { checkAddressPools } from '@strata/kubevirt-stack/check-address-pools';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { profileConfig } from '@strata/user-cluster/config';
import { addressPlan, addressPlanFile } from '@strata/plan-check/address-plan';
import { blastRadiusFile, blastRadiusLimits } from '@strata/plan-check/blast-radius';
import { capacityFile, capacityLimits } from '@strata/plan-check/capacity';
import { defaultRelease, parseRange, stackFile } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { z } from 'zod';
import type { FileContent } from '../render-file.ts';
import { stackContent } from '../render-file.ts';
import type { SeedTranslation } from './kkp-seed/index.ts';

/** Options of the generator. @see schema.json */
export interface EnvironmentOptions {
  readonly name: string;
  /** `name=address,name=address`; undefined: the cluster exists already. */
  readonly hosts?: string;
  /** @default 1 */
  readonly controlPlanes?: number;
  readonly apiEndpoint?: string;
  readonly storageClass: string;
  /** `first-last` */
  readonly endpoints: string;
  /** `first-last` */
  readonly loadBalancers: string;
  /** Addresses with commas between them. @default those of the datacenter of `fromKkpSeed` */
  readonly dns?: string;
  /** @default 10.128.0.0/10 */
  readonly pods?: string;
  /** @default 172.16.0.0/13 */
  readonly services?: string;
  /** @default the environment's name */
  readonly site?: string;
  /** Path of a file, or `-`, with a Seed of KKP to translate. @default none */
  readonly fromKkpSeed?: string;
  /** Name of a datacenter of this Seed. @default its only one of KubeVirt */
  readonly datacenter?: string;
}

/** A file to be written, and what checks it. */
export interface NewFile extends FileContent {
  readonly path: string;
  readonly schema: z.ZodType;
  /** Value that the schema checks: the content, or the stack's configuration in it. */
  readonly checked: unknown;
  /** Returns what the program says of a configuration of the right shape, without a cluster. */
  readonly check?: (checked: unknown) => readonly Problem[];
}

/** A key that is well-formed and no host's: whoever has not put in the real one is refused by SSH. */
export const missingHostKey = `ssh-ed25519 ${'A'.repeat(68)}`;

/**
 * Returns the variable that names the kubeconfig file of an environment's cluster. Each environment
 * has one of its own: with KUBECONFIG, whatever cluster somebody last worked with would be adopted.
 */
export function kubeconfigVariable({ name }: EnvironmentOptions): string {
  return `KUBECONFIG_${name.toUpperCase().replaceAll('-', '_')}`;
}

function existing(options: EnvironmentOptions) {
  return {
    provisioner: 'existing',
    existing: { kubeconfigEnv: kubeconfigVariable(options) },
  };
}

function made({ apiEndpoint = '', controlPlanes = 1, hosts = '' }: EnvironmentOptions) {
  return {
    provisioner: 'kubeone',
    hosts: hosts.split(',').map((host, index) => {
      const [name = '', publicAddress = ''] = host.trim().split('=');
      const role = index < controlPlanes ? 'control-plane' : 'worker';
      return { name, role, publicAddress, hostKeys: [missingHostKey] };
    }),
    kubeone: { version: '1.35.4', apiEndpoint: { host: apiEndpoint } },
    access: { generation: 1 },
  };
}

/** MetalLB announces nothing from control planes by itself. */
function excludedHosts({ controlPlanes = 1, hosts }: EnvironmentOptions) {
  const hasWorkers = hosts === undefined || hosts.split(',').length > controlPlanes;
  return hasWorkers ? {} : { excludedHosts: 'announce' };
}

/** Image of a platform that no datacenter of KKP says images for. */
const usualImage = {
  name: 'ubuntu-24-04',
  os: 'ubuntu',
  version: '24.04',
  registry: 'docker://quay.io/containerdisks/ubuntu:24.04',
  sizeGiB: 20,
  preference: 'sockets-advantage',
};

/**
 * Returns the DNS settings of all user clusters.
 *
 * @throws Error when nobody names servers.
 */
function dnsOf({ dns = '' }: EnvironmentOptions, seed: SeedTranslation | undefined) {
  const asked = dns === '' ? undefined : dns.split(',').map((server) => server.trim());
  const servers = asked ?? seed?.dns.servers;
  if (servers !== undefined) return { ...seed?.dns, servers };
  const reason =
    seed === undefined ? '' : ', for the datacenter of KKP has no dnsConfig.nameservers';
  throw new Error(
    `Nobody says which DNS servers machines ask: name them with --dns 10.0.0.53${reason}.`,
  );
}

function platform(options: EnvironmentOptions, seed: SeedTranslation | undefined) {
  const { endpoints, loadBalancers, storageClass } = options;
  const { defaults = {}, images = [] } = seed ?? {};
  return {
    release: defaultRelease,
    storage: { className: storageClass, accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
    images: images.length > 0 ? images : [usualImage],
    metallb: {
      pools: [
        { name: 'endpoints', addresses: [endpoints], autoAssign: false },
        { name: 'default', addresses: [loadBalancers] },
      ],
      ...excludedHosts(options),
    },
    userClusterDefaults: { network: { dns: dnsOf(options, seed) }, ...defaults },
  };
}

/** Returns the words above keys of a platform. */
function platformComments(seed: SeedTranslation | undefined): Readonly<Record<string, string>> {
  const isOfKkp = seed !== undefined && seed.images.length > 0;
  return {
    'config.kubevirt-stack:release':
      'KubeVirt, CDI and the other operators are updated by a change of this line alone.',
    'config.kubevirt-stack:storage.accessModes':
      'Volumes that several hosts can have open let machines move between them.',
    'config.kubevirt-stack:metallb.pools.0.autoAssign':
      'Only for Services that name their address, as the APIs of user clusters do.',
    'config.kubevirt-stack:userClusterDefaults.network.dns.servers':
      "Whom machines ask. The infra cluster's would tell them the names of all clusters' Services.",
    ...(isOfKkp && {
      'config.kubevirt-stack:images.0.sizeGiB':
        'KKP says no sizes: at least that of the unpacked image, at most that of root disks.',
    }),
  };
}

/** MTU of a network in which nothing is set. */
const usualMtu = 1500;

/** Bytes that the tunnel of KubeOne's Cilium and Canal adds to each packet of a pod. */
const tunnelOverhead = 50;

function plan(options: EnvironmentOptions) {
  const { endpoints, hosts, name, pods = '10.128.0.0/10', services = '172.16.0.0/13' } = options;
  const { site } = options;
  return {
    site: site ?? name,
    pods: { ranges: [pods], prefix: 18 },
    services: { ranges: [services], prefix: 20 },
    endpoints: { ranges: [endpoints] },
    tunnelPorts: { first: 8473, last: 8999 },
    mtu: hosts === undefined ? usualMtu : usualMtu - tunnelOverhead,
  };
}

const limits = { rolledNodes: 10, changedAddresses: 0, deletedData: 0, clusters: 3 };

/** Returns what infra says of hosts and the cluster on them. */
function infraProblems(checked: unknown, environment: string): readonly Problem[] {
  const config = infraConfig.parse(checked);
  return config.kubeone === undefined ? [] : checkKubeone(config, environment);
}

/** Returns what kubevirt-stack says of addresses, without hosts. */
function platformProblems(checked: unknown): readonly Problem[] {
  const { metallb } = kubevirtStackConfig.parse(checked);
  return checkAddressPools(metallb, undefined);
}

/** Reports endpoints with addresses of IPv6: a user cluster's API has one of IPv4. */
function planProblems(checked: unknown): readonly Problem[] {
  return addressPlan.parse(checked).endpoints.ranges.flatMap((text, index) =>
    parseRange(text)?.family === 'ipv6'
      ? [
          {
            path: ['endpoints', 'ranges', index],
            message: `APIs of user clusters have addresses of IPv4, not "${text}"; give others with --endpoints`,
          },
        ]
      : [],
  );
}

/** Returns the path of the profile for user clusters of an environment that KKP had. */
export function profileFile({ name }: EnvironmentOptions): string {
  return `stacks/profiles/${name}.yaml`;
}

/** Returns the profile for user clusters; none where a datacenter of KKP asks for nothing of the kind. */
function profiles(options: EnvironmentOptions, seed: SeedTranslation | undefined): NewFile[] {
  const { profile = {} } = seed ?? {};
  if (Object.keys(profile).length === 0) return [];
  return [
    {
      path: profileFile(options),
      folder: 'profiles',
      // Clusters add the rest.
      schema: profileConfig.partial(),
      checked: profile,
      content: stackContent('user-cluster', profile),
      title: `What user clusters of "${options.name}" share; docs/profiles.md says how they take it.`,
    },
  ];
}

/**
 * Everything that an environment without user clusters is made of.
 *
 * @param seed - what a datacenter of KKP says. @default nothing
 * @throws Error when nobody names DNS servers.
 */
export function environmentFiles(options: EnvironmentOptions, seed?: SeedTranslation): NewFile[] {
  const { hosts, name } = options;
  const stack = (project: 'infra' | 'kubevirt-stack', schema: z.ZodType, config: object) => ({
    path: stackFile({ project, stack: name }),
    folder: project,
    schema,
    checked: config,
    content: stackContent(project, config as Readonly<Record<string, unknown>>),
  });
  const file = (folder: string, path: string, schema: z.ZodType, content: object) => ({
    path,
    folder,
    schema,
    checked: content,
    content: content as Readonly<Record<string, unknown>>,
  });
  return [
    {
      ...stack('infra', infraConfig, hosts === undefined ? existing(options) : made(options)),
      check: (checked) => infraProblems(checked, name),
      title: `The infra cluster of "${name}"; docs/bare-metal.md has every key.`,
      comments: {
        'config.infra:hosts.0.hostKeys':
          'Of no host: put in what ssh-keyscan prints, after you compared it with the host itself.',
      },
    },
    {
      ...stack('kubevirt-stack', kubevirtStackConfig, platform(options, seed)),
      check: platformProblems,
      title: `The platform of "${name}"; packages/kubevirt-stack/README.md has every key.`,
      comments: platformComments(seed),
    },
    {
      ...file('address-plan', addressPlanFile(name), addressPlan, plan(options)),
      check: planProblems,
      title: `What the user clusters of "${name}" choose from; docs/address-plan.md has every key.`,
      comments: {
        mtu: "Of the infra cluster's pod network: correct it before the first user cluster.",
      },
    },
    {
      ...file('blast-radius', blastRadiusFile(name), blastRadiusLimits, limits),
      title: `How much one change may do to "${name}"; docs/blast-radius.md has every key.`,
    },
    {
      ...file('capacity', capacityFile(name), capacityLimits, { hostLoss: 1 }),
      title: `What the hosts of "${name}" must have room for; docs/capacity.md has every key.`,
    },
    ...profiles(options, seed),
  ];
}
