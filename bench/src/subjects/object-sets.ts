// SPDX-License-Identifier: Apache-2.0
import type { KubeObject, RenderedCluster } from './rendered-objects.ts';

/** The objects of a user cluster as they are first, after the change of a field, and scaled. */
export interface ObjectSets {
  readonly base: RenderedCluster;
  readonly changed: RenderedCluster;
  readonly scaled: RenderedCluster;
}

/** What other tools are measured with. */
export interface PeerWorld {
  /** For its files. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly servers: readonly number[];
  readonly sets: ObjectSets;
  /** Paths of the administrator's kubeconfigs. */
  readonly kubeconfigs: { readonly infra: string; readonly tenant: string };
}

export const clusters = ['infra', 'tenant'] as const;

export const isDefinition = ({ kind }: KubeObject) => kind === 'CustomResourceDefinition';
