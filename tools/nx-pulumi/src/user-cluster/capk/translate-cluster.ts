// SPDX-License-Identifier: Apache-2.0
import { leftOutLines } from '../translate/left-out.ts';
import { clusterNetworkOf } from '../translate/network-settings.ts';
import type { NetworkSettings } from '../translate/network-settings.ts';
import { Source } from '../translate/source.ts';
import { leftOutOfClusters, leftOutOfKubevirtClusters } from './left-out.ts';
import type { CapkFile } from './read-capk-file.ts';

/** Settings for a new cluster from a Cluster and its KubevirtCluster. */
export interface TranslatedCluster {
  readonly network: NetworkSettings;
  readonly lines: readonly string[];
}

/** Port of the API of every cluster here. */
const apiPort = '6443';

/** Returns what a Cluster and its KubevirtCluster say that a file of a user cluster has, too. */
export function translateCluster({
  cluster,
  controlPlane,
  infrastructure,
}: Pick<CapkFile, 'cluster' | 'controlPlane' | 'infrastructure'>): TranslatedCluster {
  const source = new Source(cluster ?? {});
  const title = `Cluster ${source.text('metadata.name') ?? '?'}`;
  const { lines, network } = clusterNetworkOf(title, source, 'spec.clusterNetwork');
  const port = 'spec.clusterNetwork.apiServerPort';
  if (String(source.peek(port)) === apiPort) source.take(port);
  // Another kind of control plane is left out, with its reason.
  if (controlPlane !== undefined) source.take('spec.controlPlaneRef');
  const below = new Source(infrastructure ?? {});
  const titleBelow = `KubevirtCluster ${below.text('metadata.name') ?? '?'}`;
  return {
    network,
    lines: [
      ...lines,
      ...leftOutLines(title, source, leftOutOfClusters),
      ...leftOutLines(titleBelow, below, leftOutOfKubevirtClusters),
    ],
  };
}
