// SPDX-License-Identifier: Apache-2.0
import type { Source } from './source.ts';

/** Addresses and domain of a cluster, as one of its objects says them. */
export interface NetworkSettings {
  readonly dnsDomain?: string | undefined;
  readonly pods?: string | undefined;
  readonly services?: string | undefined;
}

/** The settings, and messages about ranges that are not kept. */
export interface ReadNetwork {
  readonly network: NetworkSettings;
  readonly lines: readonly string[];
}

/** Ranges of addresses, as an object lists them. */
interface ListedRanges {
  readonly path: string;
  readonly ranges: readonly string[];
}

/** Returns the first range of IPv4. */
const ipv4Range = ({ ranges }: ListedRanges) => ranges.find((range) => !range.includes(':'));

/** Returns messages about the other ranges. */
function otherLines(title: string, listed: ListedRanges): string[] {
  const kept = ipv4Range(listed);
  return listed.ranges
    .filter((range) => range !== kept)
    .map(
      (range) => `${title}: ${listed.path} ${range} is left out: a cluster has one range of IPv4`,
    );
}

/** Returns the ranges of a list, or of a text with commas between them. */
function listedAt(source: Source, path: string): ListedRanges {
  const texts = Array.isArray(source.peek(path)) ? source.texts(path) : [source.text(path) ?? ''];
  const ranges = texts.flatMap((text) => text.split(',')).map((part) => part.trim());
  return { path: source.pathOf(path), ranges: ranges.filter((range) => range !== '') };
}

function settings(
  title: string,
  dnsDomain: string | undefined,
  pods: ListedRanges,
  services: ListedRanges,
): ReadNetwork {
  return {
    network: { dnsDomain, pods: ipv4Range(pods), services: ipv4Range(services) },
    lines: [...otherLines(title, pods), ...otherLines(title, services)],
  };
}

/** Paths of the network settings of kubeadm or RKE2. */
export interface NetworkPaths {
  readonly dnsDomain: string;
  readonly pods: string;
  readonly services: string;
}

/** Returns network settings whose ranges are texts with commas between them, or lists, which RKE2 takes as well. */
export function networkOf(title: string, source: Source, paths: NetworkPaths): ReadNetwork {
  return settings(
    title,
    source.text(paths.dnsDomain),
    listedAt(source, paths.pods),
    listedAt(source, paths.services),
  );
}

/** Returns the network settings of a Cluster: `ClusterNetwork`. */
export function clusterNetworkOf(title: string, source: Source, path: string): ReadNetwork {
  const blocks = (key: string) => {
    const at = `${path}.${key}.cidrBlocks`;
    return { path: at, ranges: source.texts(at) };
  };
  return settings(title, source.text(`${path}.serviceDomain`), blocks('pods'), blocks('services'));
}
