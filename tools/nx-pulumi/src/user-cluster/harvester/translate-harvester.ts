// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { leftOutLines } from '../translate/left-out.ts';
import type { NetworkSettings } from '../translate/network-settings.ts';
import type { PlatformParts } from '../translate/platform-parts.ts';
import { clusterKeys } from '../translate/shared-keys.ts';
import type { SharedKeys } from '../translate/shared-keys.ts';
import { Source } from '../translate/source.ts';
import { supportedVersion } from '../translate/supported-version.ts';
import type { Translation } from '../translate/translation.ts';
import { takeUsual } from '../translate/usual-values.ts';
import { withValues } from '../translate/with-values.ts';
import { globalPath, leftOutOfClusters, selectorPath, usualOfClusters } from './left-out.ts';
import { translatePools } from './machine-pools.ts';
import { poolsPath } from './read-harvester-file.ts';
import type { HarvesterFile } from './read-harvester-file.ts';
import { rkeConfigOf } from './rke-config.ts';
import type { RkeSettings } from './rke-config.ts';

/**
 * Settings of clusters that say none. The pod network of RKE2 is that of Rancher, whatever RKE2 itself would take.
 *
 * @see https://github.com/rancher/rancher/blob/00914879d3f1d506c8da3be38a0199b4878387f2/pkg/capr/planner/config.go `addDefaults`
 * @see https://docs.rke2.io/reference/server_config
 * @see https://docs.k3s.io/cli/server
 */
const defaults = {
  pods: '10.42.0.0/16',
  services: '10.43.0.0/16',
  networkOfRke2: 'calico',
  networkOfK3s: 'flannel',
} as const;

/**
 * Returns the settings of RKE2 or K3s of all places of a Cluster. Each takes the place of those before it.
 *
 * @see https://github.com/rancher/rancher/blob/00914879d3f1d506c8da3be38a0199b4878387f2/pkg/capr/planner/config.go `addUserConfig`
 */
function settingsOf(title: string, source: Source): readonly RkeSettings[] {
  const some = source.entries(selectorPath).map((entry) => {
    const selector = entry.peek('machineLabelSelector');
    const isForAll = !isMapping(selector) || Object.keys(selector).length === 0;
    return rkeConfigOf(title, { source: entry, path: 'config', isForAll });
  });
  return [rkeConfigOf(title, { source, path: globalPath, isForAll: true }), ...some];
}

/** Returns the pod network, and messages about one that the new cluster does not have. */
function cniOf(title: string, version: string, settings: readonly RkeSettings[]) {
  const usual = version.includes('+k3s') ? defaults.networkOfK3s : defaults.networkOfRke2;
  const names = settings.map(({ networks }) => networks).findLast(({ length }) => length > 0) ?? [
    usual,
  ];
  const isWithoutProxy = settings
    .map((one) => one.isWithoutProxy)
    .findLast((one) => one !== undefined);
  const others = names.filter((one) => !['cilium', 'multus', 'none'].includes(one));
  return {
    cni: {
      ...(names.includes('none') && { type: 'none' }),
      ...(isWithoutProxy === true && { kubeProxyReplacement: true }),
    },
    lines: [
      ...others.map((one) => `${title}: the pod network is Cilium instead of ${one}`),
      ...(names.includes('multus')
        ? [`${title}: Multus is left out: interfaces of machines are in further networks, no pods`]
        : []),
    ],
  };
}

/** Returns what settings say for all machines; those of places that say nothing do not differ. */
function sharedOf(settings: readonly RkeSettings[]): readonly SharedKeys[] {
  const saying = settings.filter(({ shared: { maxPods, servingCertificates } }) => {
    return maxPods !== undefined || servingCertificates !== undefined;
  });
  const others = saying.some(({ isForAll }) => isForAll) ? [] : [{ ntp: [] }];
  return [...saying.map(({ shared }) => shared), ...others];
}

/** Returns the names of the API besides its address. */
function namesOf(source: Source, settings: readonly RkeSettings[]): readonly string[] {
  const path = 'spec.localClusterAuthEndpoint';
  const isOpen = source.text(`${path}.enabled`) === 'true';
  const name = isOpen ? source.text(`${path}.fqdn`) : undefined;
  const names = settings.flatMap(({ alternativeNames }) => alternativeNames);
  return [...new Set([...names, ...(name === undefined ? [] : [name])])];
}

/** Translates the objects of one cluster that Rancher makes on Harvester. */
export function translateHarvester(file: HarvesterFile, platform: PlatformParts): Translation {
  const source = new Source(file.cluster);
  const cluster = source.text('metadata.name') ?? '?';
  const title = `Cluster ${cluster}`;
  const asked = source.text('spec.kubernetesVersion') ?? '';
  // Behind it is the release of RKE2 or K3s.
  const [version = ''] = asked.split('+');
  const { kubernetes, lines } = supportedVersion(title, version === '' ? undefined : version);
  const settings = settingsOf(title, source);
  const cni = cniOf(title, asked, settings);
  const shared = clusterKeys(sharedOf(settings));
  const machinePools = source.entries(poolsPath).map((pool, index) => ({
    source: pool,
    config: file.machines[index] ?? {},
  }));
  const pools = translatePools(machinePools, {
    title,
    cluster,
    objects: file.objects,
    platform,
    shared: {
      labels: Object.assign({}, ...settings.map((one) => one.labels)) as Record<string, string>,
      taints: settings.flatMap(({ taints }) => taints),
    },
  });
  const alternativeNames = namesOf(source, settings);
  const said = Object.assign(
    {},
    ...settings.map((one) => withValues({ ...one.addresses })),
  ) as NetworkSettings;
  takeUsual(source, usualOfClusters);
  return {
    ...(kubernetes !== undefined && { kubernetes }),
    ranges: { pods: said.pods ?? defaults.pods, services: said.services ?? defaults.services },
    config: withValues({
      kubernetes: withValues({ dnsDomain: said.dnsDomain, ...shared.kubernetes }),
      cni: cni.cni,
      network: shared.network,
      controlPlane:
        pools.controlPlane &&
        withValues({ ...pools.controlPlane, endpoint: withValues({ alternativeNames }) }),
      pools: pools.pools,
    }),
    lines: [
      ...new Set([
        ...lines,
        ...cni.lines,
        ...settings.flatMap((one) => one.lines),
        ...pools.lines,
        ...shared.lines,
        ...leftOutLines(title, source, leftOutOfClusters),
        ...file.lines,
      ]),
    ],
  };
}
