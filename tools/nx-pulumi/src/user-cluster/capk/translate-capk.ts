// SPDX-License-Identifier: Apache-2.0
import type { NetworkSettings } from '../translate/network-settings.ts';
import type { PlatformParts } from '../translate/platform-parts.ts';
import { clusterKeys } from '../translate/shared-keys.ts';
import { supportedVersion } from '../translate/supported-version.ts';
import type { Translation } from '../translate/translation.ts';
import { withValues } from '../translate/with-values.ts';
import type { CapkFile } from './read-capk-file.ts';
import { translateCluster } from './translate-cluster.ts';
import { translateControlPlane } from './translate-control-plane.ts';
import type { TranslatedControlPlane } from './translate-control-plane.ts';
import { translatePool } from './translate-pool.ts';
import type { TranslatedPool } from './translate-pool.ts';

/** Returns the version that a cluster asks for, and messages about pools of another one. */
function versionOf(above: TranslatedControlPlane | undefined, pools: readonly TranslatedPool[]) {
  const first = above ?? pools[0];
  const { kubernetes, lines } = supportedVersion(first?.title ?? '', first?.version);
  const others = pools.filter(({ version }) => version !== undefined && version !== first?.version);
  return {
    kubernetes,
    lines: [
      ...lines,
      ...others.map(
        ({ title, version }) =>
          `${title}: spec.template.spec.version ${version ?? ''} is left out: kubernetes.version is that of all machines`,
      ),
    ],
  };
}

/**
 * Returns the message about a domain that Cluster API reads only up to 1.10: from 1.11 on it takes that of
 * the Cluster, or kubeadm's default.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/docs/book/src/developer/providers/migrations/v1.10-to-v1.11.md
 */
function domainLines(above: TranslatedControlPlane | undefined, ofCluster: NetworkSettings) {
  const { dnsDomain } = above?.network ?? {};
  if (above === undefined || dnsDomain === undefined || dnsDomain === ofCluster.dnsDomain)
    return [];
  return [
    `${above.title}: kubernetes.dnsDomain is ${dnsDomain}, which Cluster API 1.11 and later do not read: a cluster that they have made has ${ofCluster.dnsDomain ?? 'cluster.local'}; look inside, for it stays for the life of the new one`,
  ];
}

/** Translates the objects of one cluster of Cluster API with its provider for KubeVirt. */
export function translateCapk(file: CapkFile, platform: PlatformParts): Translation {
  const cluster = translateCluster(file);
  const above = file.controlPlane && translateControlPlane(file.controlPlane, platform);
  const pools = file.deployments.map((one) => translatePool(one, platform));
  const version = versionOf(above, pools);
  const shared = clusterKeys([above, ...pools].flatMap((one) => one?.shared ?? []));
  const { dnsDomain, pods, services } = {
    ...cluster.network,
    ...withValues({ ...above?.network }),
  };
  const config = withValues({
    kubernetes: withValues({ dnsDomain, ...shared.kubernetes }),
    cni: above?.isWithoutProxy === true ? { kubeProxyReplacement: true } : {},
    network: shared.network,
    controlPlane: above?.controlPlane,
    pools: pools.map(({ pool }) => pool),
  });
  const lines = [
    ...version.lines,
    ...domainLines(above, cluster.network),
    ...cluster.lines,
    ...(above?.lines ?? []),
    ...pools.flatMap((one) => one.lines),
    ...shared.lines,
    ...file.lines,
  ];
  return {
    ...(version.kubernetes !== undefined && { kubernetes: version.kubernetes }),
    ranges: { ...(pods !== undefined && { pods }), ...(services !== undefined && { services }) },
    config,
    // Pools may share a template, which is told once.
    lines: [...new Set(lines)],
  };
}
