// SPDX-License-Identifier: Apache-2.0
import type { KubeObject, RenderedCluster } from './rendered-objects.ts';

/** What is measured is first, after the change of a field, and scaled. */
export const stages = ['base', 'changed', 'scaled'] as const;

/** Something for each of {@link stages}. */
export type Staged<T> = Readonly<Record<(typeof stages)[number], T>>;

/** The same at each stage: of what is never changed, or not in this run. */
export const unchanged = <T>(all: T): Staged<T> => ({ base: all, changed: all, scaled: all });

/** The objects at each stage. */
export type ObjectSets = Staged<RenderedCluster>;

/** Clusters that objects are put into: the infra cluster, and one on it. */
export const clusterNames = ['infra', 'tenant'] as const;

/** What other tools are measured with. */
export interface PeerWorld {
  /** For its files. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly servers: readonly number[];
  readonly sets: ObjectSets;
  /** Paths of the administrator's kubeconfigs of the clusters that there are. */
  readonly kubeconfigs: Readonly<Partial<Record<(typeof clusterNames)[number], string>>>;
}

/** The clusters that there are, in the order in which they are filled. */
export function clustersOf({ kubeconfigs }: PeerWorld) {
  return clusterNames.flatMap((cluster) => {
    const kubeconfig = kubeconfigs[cluster];
    return kubeconfig === undefined ? [] : [{ cluster, kubeconfig }];
  });
}

export const isDefinition = ({ kind }: KubeObject) => kind === 'CustomResourceDefinition';
