// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  KubeOneManifest,
  ManifestHost,
  ManifestTaint,
} from '../src/kubeone/kubeone-manifest.ts';

/** A node of the cluster that the stand-in has created: the fields that KubeOne and kubeadm change. */
export interface PlayedNode {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly taints: readonly ManifestTaint[];
  readonly isCordoned: boolean;
  /** Version of its kubelet. */
  readonly kubelet: string;
  /** Version of its API server; control planes have one. */
  readonly apiServer?: string;
  /** Whether its API server encrypts Secrets. */
  readonly encrypts?: boolean;
}

/** Nodes by host name. */
export type PlayedNodes = Readonly<Record<string, PlayedNode>>;

/** @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/util.go#L43 */
export const upgradeLock = 'kubeone.io/upgrade-in-progress';

/** @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/phases/markcontrolplane/markcontrolplane.go#L32 */
const planeLabels = {
  'node-role.kubernetes.io/control-plane': '',
  'node.kubernetes.io/exclude-from-external-load-balancers': '',
} as const;

/** @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/apis/kubeone/types.go#L371 */
const planeTaints: readonly ManifestTaint[] = [
  { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' },
];

const fileIn = (folder: string) => join(folder, 'nodes.json');

/** Reads the nodes. */
export function readNodes(folder: string): PlayedNodes {
  const file = fileIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PlayedNodes) : {};
}

/** Writes the nodes in one step, because tests read them while the stand-in works. */
export function writeNodes(folder: string, nodes: PlayedNodes): void {
  const file = fileIn(folder);
  writeFileSync(`${file}.new`, JSON.stringify(nodes));
  renameSync(`${file}.new`, file);
}

/** Changes a node if it exists. */
export function changeNode(folder: string, name: string, changes: Partial<PlayedNode>): void {
  const nodes = readNodes(folder);
  const node = nodes[name];
  if (node !== undefined) writeNodes(folder, { ...nodes, [name]: { ...node, ...changes } });
}

/**
 * Adds a node as kubeadm does when KubeOne starts it. Taints are set only here and never changed later.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/templates/kubeadm/v1beta4/kubeadm.go#L616
 */
export function joinNode(
  folder: string,
  { hostname, taints }: ManifestHost,
  { features, versions }: Pick<KubeOneManifest, 'features' | 'versions'>,
  isPlane: boolean,
): void {
  const { kubernetes: version } = versions;
  const node: PlayedNode = {
    labels: { 'kubernetes.io/hostname': hostname, ...(isPlane && planeLabels) },
    annotations: {},
    taints: taints ?? (isPlane ? planeTaints : []),
    isCordoned: false,
    kubelet: version,
    ...(isPlane && { apiServer: version, encrypts: features.encryptionProviders.enable }),
  };
  writeNodes(folder, { ...readNodes(folder), [hostname]: node });
}

/** Sets or removes the lock label of a node, as pkg/tasks/util.go:104 and 125. */
export function lockNode(folder: string, name: string, isLocked: boolean): void {
  const there = Object.entries(readNodes(folder)[name]?.labels ?? {});
  const others = Object.fromEntries(there.filter(([key]) => key !== upgradeLock));
  changeNode(folder, name, { labels: { ...others, ...(isLocked && { [upgradeLock]: '' }) } });
}

/** Merges keys as pkg/tasks/nodes.go:97, addRemoveKeyValues: a key that ends in "-" is removed, one that is not named stays. */
function merged(
  there: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const gone = Object.keys(wanted).filter((key) => key.endsWith('-'));
  const kept = Object.entries({ ...there, ...wanted }).filter(
    ([key]) => !gone.includes(key) && !gone.includes(`${key}-`),
  );
  return Object.fromEntries(kept);
}

/**
 * Sets labels and annotations of all existing nodes, as every run of `kubeone apply` does.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/nodes.go#L109 labelNodes, annotateNodes, syncHostsToNodes
 */
export function labelNodes(folder: string, { controlPlane, staticWorkers }: KubeOneManifest): void {
  const planes = controlPlane.hosts.map((host) => ({
    ...host,
    // pkg/tasks/nodes.go:156
    labels: { ...host.labels, 'node-role.kubernetes.io/control-plane': '' },
  }));
  for (const { hostname, labels, annotations } of [...planes, ...(staticWorkers?.hosts ?? [])]) {
    const node = readNodes(folder)[hostname];
    if (node === undefined) continue;
    changeNode(folder, hostname, {
      // pkg/tasks/nodes.go:185
      labels: merged({ ...node.labels, 'v1.kubeone.io/operating-system': 'ubuntu' }, labels),
      annotations: merged(node.annotations, annotations),
    });
  }
}
