// SPDX-License-Identifier: Apache-2.0
import { loadYaml } from '@kubernetes/client-node/dist/yaml.js';
import type { KubeOneManifest, ManifestHost } from '../kubeone-manifest.ts';
import { manifestText } from '../render-kubeone-manifest.ts';

/** Keys of labels and annotations that the configuration has set on nodes, by host name. */
export type GivenKeys = Readonly<
  Record<string, { readonly labels: readonly string[]; readonly annotations: readonly string[] }>
>;

const read = (manifest: string) => loadYaml<KubeOneManifest>(manifest);

const hostsOf = ({ controlPlane, staticWorkers }: KubeOneManifest) => [
  ...controlPlane.hosts,
  ...(staticWorkers?.hosts ?? []),
];

/** Returns the keys of labels and annotations that a manifest sets. */
export function givenKeys(manifest: string): GivenKeys {
  return Object.fromEntries(
    hostsOf(read(manifest)).map(({ hostname, labels = {}, annotations = {} }) => [
      hostname,
      { labels: Object.keys(labels).sort(), annotations: Object.keys(annotations).sort() },
    ]),
  );
}

/** Returns the names of the hosts of a manifest by their public addresses. */
export function hostNames(manifest: string): ReadonlyMap<string, string> {
  return new Map(
    hostsOf(read(manifest)).map(({ hostname, publicAddress }) => [publicAddress, hostname]),
  );
}

/** A manifest that also removes keys that were set before, and a description of each removal. */
export interface TakenAway {
  readonly manifest: string;
  readonly words: readonly string[];
}

const listed = (noun: string, keys: readonly string[]) =>
  keys.length === 0 ? [] : [`the ${noun}${keys.length > 1 ? 's' : ''} ${keys.join(', ')}`];

/**
 * Adds removals to a manifest for labels and annotations that earlier runs set and that it no longer
 * has. KubeOne sets the labels and annotations of a manifest and removes those whose keys end in
 * "-"; without that a key that disappears from the manifest stays on the node.
 *
 * @param before - keys that earlier runs have set.
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/nodes.go#L97 addRemoveKeyValues
 */
export function takeAway(manifest: string, before: GivenKeys): TakenAway {
  const wanted = read(manifest);
  const words: string[] = [];
  const gone = (keys: readonly string[] = [], now: Readonly<Record<string, string>> = {}) =>
    keys.filter((key) => now[key] === undefined);
  const removals = (keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [`${key}-`, '']));
  const change = (host: ManifestHost): ManifestHost => {
    const labels = gone(before[host.hostname]?.labels, host.labels);
    const annotations = gone(before[host.hostname]?.annotations, host.annotations);
    const lost = [...listed('label', labels), ...listed('annotation', annotations)];
    if (lost.length === 0) return host;
    words.push(`${host.hostname} loses ${lost.join(' and ')}`);
    return {
      ...host,
      labels: { ...host.labels, ...removals(labels) },
      annotations: { ...host.annotations, ...removals(annotations) },
    };
  };
  const { controlPlane, staticWorkers } = wanted;
  const changed = {
    ...wanted,
    controlPlane: { ...controlPlane, hosts: controlPlane.hosts.map(change) },
    ...(staticWorkers && {
      staticWorkers: { ...staticWorkers, hosts: staticWorkers.hosts.map(change) },
    }),
  };
  return {
    manifest: words.length === 0 ? manifest : manifestText(changed),
    words,
  };
}
