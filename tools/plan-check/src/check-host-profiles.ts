// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { infraConfig } from '@strata/infra/config';
import type { HostConfig, HostProfileName, HostProfilesConfig } from '@strata/infra/config';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import type { Instancetype } from '@strata/kubevirt-stack/config';
import type { EnvironmentFiles, Place, PlanProblem } from './address-plan/index.ts';
import {
  builtInMachines,
  flavors,
  offeredCommonSizes,
  offeredMachines,
} from '@strata/kubevirt-stack/sizes';
import { checkPageSums, pagesPath } from './check-page-sums.ts';
import { rawStackConfig } from './raw-stack-config.ts';
import { sizedGroups } from './sized-groups.ts';

/** Size that a platform offers, and the place in a file that asks for it. */
interface Offer extends Place {
  readonly size: Instancetype;
}

/** Hosts of one environment, and what the platform on them needs. */
interface Sides {
  readonly infraFile: string;
  readonly platformFile: string;
  readonly hosts: readonly HostConfig[];
  readonly hostProfiles: HostProfilesConfig;
  readonly offers: readonly Offer[];
  /** Labels of the hosts on which KubeVirt runs KSM. */
  readonly ksm?: Readonly<Record<string, string>> | undefined;
}

const profilesAt = 'config.infra:hostProfiles';
const ksmAt = 'config.kubevirt-stack:kubevirt.ksm';

function hostsWith(profile: HostProfileName, { hosts, hostProfiles }: Sides): HostConfig[] {
  return hosts.filter(({ name }) => (hostProfiles.hosts[name] ?? hostProfiles.profile) === profile);
}

/** Settings of the host profile high-performance that sizes need. */
const needs: readonly {
  readonly isNeeded: (size: Instancetype) => boolean;
  readonly isMet: (size: Instancetype, sides: Sides) => boolean;
  /** Path in the file of the infra stack. */
  readonly path: string;
  readonly message: (size: Instancetype, sides: Sides) => string;
  readonly source: string;
}[] = [
  {
    isNeeded: ({ dedicatedCpus }) => dedicatedCpus === true,
    isMet: (_, sides) => hostsWith('high-performance', sides).length > 0,
    path: profilesAt,
    message: ({ name }) =>
      `no host has the profile high-performance, whose kubelet gives machines CPUs of their own, and the size "${name}" needs them; give it to the hosts that are to run it`,
    source: 'https://kubevirt.io/user-guide/compute/dedicated_cpu_resources/',
  },
  {
    isNeeded: ({ hugepages }) => hugepages === '2Mi',
    isMet: ({ memoryGiB }, { hostProfiles }) =>
      hostProfiles.highPerformance.hugepagesGiB >= memoryGiB,
    path: pagesPath,
    message: ({ name, memoryGiB }, { hostProfiles }) =>
      `is ${hostProfiles.highPerformance.hugepagesGiB}, and one machine of the size "${name}" takes ${memoryGiB} GiB of pages of 2 MiB from its host; set what all such machines of a host take together`,
    source: 'https://kubevirt.io/user-guide/compute/hugepages/',
  },
  {
    isNeeded: ({ numaPassthrough }) => numaPassthrough === true,
    isMet: (_, { hostProfiles }) => hostProfiles.highPerformance.topologyManager !== 'best-effort',
    path: `${profilesAt}.highPerformance.topologyManager`,
    message: ({ name }) =>
      `is best-effort, which spreads machines over NUMA nodes, and the size "${name}" shows its machines the host's own; set restricted or single-numa-node`,
    source: 'https://kubevirt.io/user-guide/compute/numa/',
  },
];

/** Returns one problem for each unmet need, naming the first size that has it. */
function unmetNeeds(sides: Sides): PlanProblem[] {
  const { infraFile, offers } = sides;
  return needs.flatMap(({ isMet, isNeeded, message, path }) => {
    const offer = offers.find(({ size }) => isNeeded(size) && !isMet(size, sides));
    if (offer === undefined) return [];
    const other = { file: offer.file, path: offer.path };
    return [{ file: infraFile, path, message: message(offer.size, sides), other }];
  });
}

function labelsOf({ labels, name, region, zone }: HostConfig): Readonly<Record<string, unknown>> {
  return {
    'kubernetes.io/hostname': name,
    'topology.kubernetes.io/region': region,
    'topology.kubernetes.io/zone': zone,
    ...labels,
  };
}

/**
 * Returns a problem where both KubeVirt and the profile control KSM: KubeVirt's handler writes the
 * same files as the profile, every three minutes.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-handler/ksm/ksm.go, spin
 */
function ksmProblems(sides: Sides): PlanProblem[] {
  const { hostProfiles, infraFile, ksm, platformFile } = sides;
  const dense = hostsWith('high-density', sides);
  const selected = dense.filter((host) =>
    Object.entries(ksm ?? { none: 'none' }).every(([key, value]) => labelsOf(host)[key] === value),
  );
  const problem = (hosts: readonly HostConfig[], message: string): PlanProblem[] => {
    if (hosts.length === 0) return [];
    const names = hosts.map(({ name }) => name).join(', ');
    return [
      {
        file: infraFile,
        path: `${profilesAt}.highDensity.ksm`,
        message: message.replace('HOSTS', names),
        other: { file: platformFile, path: ksmAt },
      },
    ];
  };
  return hostProfiles.highDensity.ksm === 'host'
    ? problem(
        selected,
        'is host, and KubeVirt runs KSM on HOSTS as well: each writes over what the other has written; set kubevirt, or select other hosts',
      )
    : problem(
        dense.filter((host) => !selected.includes(host)),
        'is kubevirt, and KubeVirt does not run KSM on HOSTS; select them by their labels ({} selects all), or set host',
      );
}

function offersOf(file: string, platform: ReturnType<typeof readPlatform>): Offer[] {
  const { flavors: asked = [], instancetypes = [] } = platform;
  return [
    ...asked.flatMap((flavor, index) => {
      // A flavor is useful if its smallest size runs.
      const [size] = flavors[flavor].instancetypes;
      const isOffered = builtInMachines(platform).instancetypes.some((one) => one === size);
      return size !== undefined && isOffered
        ? [{ file, path: `config.kubevirt-stack:flavors[${index}]`, size }]
        : [];
    }),
    ...instancetypes.map((size, index) => ({
      file,
      path: `config.kubevirt-stack:instancetypes[${index}]`,
      size,
    })),
  ];
}

/**
 * Returns KubeVirt's own sizes that machines of user clusters have. All are on offer together, and most
 * need nothing of hosts, so those that nobody uses do not count.
 */
function usedCommonSizes(
  files: EnvironmentFiles,
  platform: ReturnType<typeof readPlatform>,
): Offer[] {
  const sizes = offeredCommonSizes(platform);
  return sizedGroups(files).flatMap(({ file, instancetype, path }) =>
    sizes.filter(({ name }) => name === instancetype).map((size) => ({ file, path, size })),
  );
}

function readPlatform(name: string, platform: NonNullable<EnvironmentFiles['platform']>) {
  return inspectConfig(kubevirtStackConfig, rawStackConfig('kubevirt-stack', name, platform)).valid;
}

/**
 * Compares what VMs need of hosts with the profiles that the hosts get. It does so only where
 * Strata makes the cluster, because no file says how other hosts are set up.
 */
export function checkHostProfiles(files: EnvironmentFiles): PlanProblem[] {
  const { infra, name, platform } = files;
  if (infra === undefined || platform === undefined) return [];
  const { valid } = inspectConfig(infraConfig, rawStackConfig('infra', name, infra));
  const { hosts, hostProfiles, provisioner } = valid;
  if (provisioner !== 'kubeone' || hosts === undefined || hostProfiles === undefined) return [];
  const wanted = readPlatform(name, platform);
  const sides: Sides = {
    infraFile: infra.file,
    platformFile: platform.file,
    hosts,
    hostProfiles,
    offers: [...offersOf(platform.file, wanted), ...usedCommonSizes(files, wanted)],
    ksm: wanted.kubevirt?.ksm?.nodeSelector,
  };
  const sums = checkPageSums(files, {
    infraFile: infra.file,
    hosts: hostsWith('high-performance', sides).length,
    hugepagesGiB: hostProfiles.highPerformance.hugepagesGiB,
    sizes: [...offeredMachines(wanted).instancetypes, ...offeredCommonSizes(wanted)],
  });
  const unmet = unmetNeeds(sides);
  // Where the pages of a host are too few for one machine, their sum says nothing more.
  const isSaid = unmet.some(({ path }) => path === pagesPath);
  return [...unmet, ...(isSaid ? [] : sums), ...ksmProblems(sides)];
}
