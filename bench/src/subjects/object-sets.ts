// SPDX-License-Identifier: Apache-2.0
import type { KubeObject, RenderedCluster } from './rendered-objects.ts';

/** Stages of the measured objects: at first, after the change of a field, and scaled. */
export const stages = ['base', 'changed', 'scaled'] as const;

/** Value for each of {@link stages}. */
export type Staged<T> = Readonly<Record<(typeof stages)[number], T>>;

/** Returns the same value for each stage, for what never changes or does not change in this run. */
export const unchanged = <T>(all: T): Staged<T> => ({ base: all, changed: all, scaled: all });

/** Objects at each stage. */
export type ObjectSets = Staged<RenderedCluster>;

/** Clusters that contain objects: the infra cluster, and a user cluster on it. */
export const clusterNames = ['infra', 'tenant'] as const;

/** Input of the other tools. */
export interface PeerWorld {
  /** Folder for its files. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly servers: readonly number[];
  readonly sets: ObjectSets;
  /** Paths of the administrator's kubeconfigs of the existing clusters. */
  readonly kubeconfigs: Readonly<Partial<Record<(typeof clusterNames)[number], string>>>;
}

/** Returns the existing clusters, in the order in which they are filled. */
export function clustersOf({ kubeconfigs }: PeerWorld) {
  return clusterNames.flatMap((cluster) => {
    const kubeconfig = kubeconfigs[cluster];
    return kubeconfig === undefined ? [] : [{ cluster, kubeconfig }];
  });
}

export const isDefinition = ({ kind }: KubeObject) => kind === 'CustomResourceDefinition';
