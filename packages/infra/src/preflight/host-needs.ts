// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type {
  BridgeConfig,
  HostConfig,
  HostProfileName,
  HostProfilesConfig,
  KubeoneConfig,
  PreflightConfig,
  SshConfig,
} from '../config/index.ts';
import { endpointUrl } from '../kubeone/endpoint-url.ts';
import type { HostPreflightArgs } from './host-preflight.ts';
import type { HostNeeds } from './requirement.ts';
import { requirements } from './requirements.ts';

/** Fields of the configuration that the requirements of hosts depend on. */
export interface NeedsConfig {
  readonly preflight: PreflightConfig;
  readonly hostProfiles: HostProfilesConfig;
  readonly bridges: readonly BridgeConfig[];
}

/** Decimal GB per GiB. */
const gbPerGiB = 2 ** 30 / 1e9;

/** Returns the profile of a host. */
export function profileOf(host: string, { profile, hosts }: HostProfilesConfig): HostProfileName {
  return hosts[host] ?? profile;
}

/** Returns the bridges of a host. */
export function bridgesOf(host: string, bridges: readonly BridgeConfig[]): BridgeConfig[] {
  return bridges.filter(({ hosts }) => hosts?.includes(host) ?? true);
}

/** Returns the requirements of one host. */
export function hostNeeds(host: string, config: NeedsConfig): HostNeeds {
  const { preflight, hostProfiles, bridges } = config;
  const profile = profileOf(host, hostProfiles);
  const { highDensity, highPerformance } = hostProfiles;
  const swapGiB = profile === 'high-density' ? highDensity.swapGiB : 0;
  return {
    profile,
    diskGB: preflight.diskGB + Math.ceil(swapGiB * gbPerGiB),
    hugepagesGiB: profile === 'high-performance' ? highPerformance.hugepagesGiB : 0,
    iommu: preflight.iommu,
    sriovFunctions: preflight.sriovFunctions,
    resolves: preflight.resolves,
    bridges: bridgesOf(host, bridges).map(({ name, uplink, mtu, vlans }) => {
      return { name, uplink, mtu, vlans: vlans.join(',') };
    }),
  };
}

/** Returns the arguments of {@link HostPreflight} for a configuration. */
export function preflightArgs(
  config: NeedsConfig & {
    readonly hosts: readonly HostConfig[];
    readonly ssh: SshConfig;
    readonly kubeone: KubeoneConfig;
  },
): HostPreflightArgs {
  const { hosts, ssh, preflight, kubeone } = config;
  return {
    hosts: hosts.map((host) => {
      const encryptionKey = host.role === 'control-plane' && kubeone.features.encryptionAtRest;
      return { ...host, needs: { ...hostNeeds(host.name, config), encryptionKey } };
    }),
    ssh,
    preflight,
    endpoint: endpointUrl(kubeone),
  };
}

/** Reports waivers of unknown requirements, unknown host names, and hosts with two bridges of one name or uplink. */
export function checkNeeds(hosts: readonly string[], config: NeedsConfig): Problem[] {
  const { preflight, hostProfiles, bridges } = config;
  const titles = requirements.map(({ title }) => title);
  const strangeHost = (path: Problem['path'], host: string) =>
    hosts.includes(host)
      ? []
      : [{ path, message: `names the host ${host}, which infra:hosts does not have` }];
  return [
    ...Object.keys(preflight.waived)
      .filter((title) => !titles.includes(title))
      .map((title) => ({
        path: ['preflight', 'waived', title],
        message: `is no requirement; there are: ${titles.join(', ')}`,
      })),
    ...Object.keys(hostProfiles.hosts).flatMap((host) =>
      strangeHost(['hostProfiles', 'hosts', host], host),
    ),
    ...bridges.flatMap(({ hosts: own = [] }, index) =>
      own.flatMap((host, place) => strangeHost(['bridges', index, 'hosts', place], host)),
    ),
    ...hosts.flatMap((host) => twiceProblems(host, bridges)),
  ];
}

function twiceProblems(host: string, bridges: readonly BridgeConfig[]): Problem[] {
  const own = bridgesOf(host, bridges);
  return (['name', 'uplink'] as const).flatMap((key) =>
    own
      .filter((bridge, place) => own.findIndex((other) => other[key] === bridge[key]) < place)
      .map((bridge) => ({
        path: ['bridges', bridges.indexOf(bridge), key],
        message: `has ${bridge[key]}, which another bridge of host ${host} has already`,
      })),
  );
}
