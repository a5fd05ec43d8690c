// SPDX-License-Identifier: Apache-2.0
import type { Hop } from './hops/index.ts';

/** Files of an environment that hops change. */
export interface EditedFiles {
  readonly platformFile?: string;
  readonly infraFile?: string;
  /** Undefined when no file names the version of the infra cluster. */
  readonly infraKubernetes?: string;
  readonly clusters: readonly { readonly name: string; readonly file: string }[];
}

/** Change that a hop needs. */
export interface HopEdit {
  /** Path of the file; undefined when no file of this repository says it. */
  readonly file?: string;
  /** What to write there. */
  readonly change: string;
}

/** Returns the file and the key that a hop changes. */
export function hopEdit(hop: Hop, files: EditedFiles): HopEdit {
  const { clusters, infraFile = '', infraKubernetes, platformFile = '' } = files;
  const fileOf = (cluster: string) => clusters.find(({ name }) => name === cluster)?.file ?? '';
  switch (hop.what) {
    case 'release':
      return { file: platformFile, change: `kubevirt-stack:release: ${hop.to}` };
    case 'infra-kubernetes':
      return infraKubernetes === undefined
        ? { change: 'with the tool that made the infra cluster' }
        : { file: infraFile, change: `infra:kubeone.version: ${hop.to}` };
    case 'control-plane':
      return {
        file: fileOf(hop.cluster),
        change: `user-cluster:kubernetes.version: ${hop.to}, with kubernetesVersion of every pool as it is now`,
      };
    case 'pool':
      return {
        file: fileOf(hop.cluster),
        change: `user-cluster:pools, ${hop.pool}: kubernetesVersion: ${hop.to}`,
      };
  }
}
