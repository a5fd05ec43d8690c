// SPDX-License-Identifier: Apache-2.0
import { leftOutLines } from '../translate/left-out.ts';
import { Source } from '../translate/source.ts';
import { supportedVersion } from '../translate/supported-version.ts';
import { leftOutOfClusters } from './left-out.ts';

/** Settings for a new cluster from a Cluster of KKP. */
export interface TranslatedCluster {
  /** Version of Kubernetes, without a leading `v`; undefined where it is not supported here. */
  readonly kubernetes?: string;
  /** Keys of the cluster's file. */
  readonly config: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Messages about values that somebody should check. */
  readonly lines: readonly string[];
}

function cniOf(source: Source): {
  readonly cni: Record<string, unknown>;
  readonly lines: string[];
} {
  const type = source.text('spec.cniPlugin.type');
  const replaced = source.text('spec.clusterNetwork.proxyMode') === 'ebpf';
  const cni = {
    ...(type === 'none' && { type }),
    ...(replaced && { kubeProxyReplacement: true }),
  };
  const isOther = type !== undefined && !['cilium', 'none'].includes(type);
  const lines = [`Cluster: the pod network is Cilium instead of ${type ?? ''}`];
  return { cni, lines: isOther ? lines : [] };
}

/** Values that a new cluster has anyway or keeps under another key, and why others are left out. */
const usualNetwork = {
  ipFamily: { kept: ['IPv4'], reason: 'clusters have addresses of IPv4 only' },
  proxyMode: {
    kept: ['iptables', 'ebpf'],
    reason: 'kube-proxy has its default, iptables, unless Cilium replaces it',
  },
} as const;

function unusualNetwork(source: Source): string[] {
  return Object.entries(usualNetwork).flatMap(([key, { kept, reason }]) => {
    const value = source.text(`spec.clusterNetwork.${key}`);
    return value === undefined || (kept as readonly string[]).includes(value)
      ? []
      : [`Cluster: spec.clusterNetwork.${key} ${value} is left out: ${reason}`];
  });
}

/** Who may reach the API, where a Cluster says it: left out, the API of the new one would be open to all. */
function apiSourcesOf(source: Source) {
  const apiSources = source.texts('spec.apiServerAllowedIPRanges.cidrBlocks');
  if (apiSources.length === 0) return { lines: [] };
  return {
    isolation: { apiSources },
    lines: [
      'Cluster: spec.apiServerAllowedIPRanges is isolation.apiSources; add the addresses from which Strata is run, which reaches the API as well',
    ],
  };
}

/** Returns what a Cluster of KKP says that a file of a user cluster has, too. */
export function translateCluster(cluster: object): TranslatedCluster {
  const source = new Source(cluster);
  const { kubernetes, lines } = supportedVersion('Cluster', source.text('spec.version'));
  const network = cniOf(source);
  const { isolation, lines: sources } = apiSourcesOf(source);
  const dnsDomain = source.text('spec.clusterNetwork.dnsDomain');
  const isAudited = source.text('spec.auditLogging.enabled') === 'true';
  return {
    ...(kubernetes !== undefined && { kubernetes }),
    config: {
      ...(dnsDomain !== undefined && { kubernetes: { dnsDomain } }),
      ...(Object.keys(network.cni).length > 0 && { cni: network.cni }),
      ...(isAudited && { audit: { level: 'Metadata' } }),
      ...(isolation && { isolation }),
    },
    lines: [
      ...lines,
      ...network.lines,
      ...sources,
      ...unusualNetwork(source),
      ...leftOutLines('Cluster', source, leftOutOfClusters),
    ],
  };
}
