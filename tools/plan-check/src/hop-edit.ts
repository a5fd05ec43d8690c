// SPDX-License-Identifier: Apache-2.0
import { kubeoneByHand } from '@strata/contracts/compatibility';
import type { Hop } from './hops/index.ts';

/** Files of an environment that hops change. */
export interface EditedFiles {
  readonly platformFile?: string;
  readonly infraFile?: string;
  readonly addonsFile?: string;
  /** Undefined when no file names the version of the infra cluster. */
  readonly infraKubernetes?: string;
  readonly clusters: readonly EditedCluster[];
}

/** Files that say what a user cluster runs. */
export interface EditedCluster {
  readonly name: string;
  readonly file: string;
  /** Of a profile, where the version comes from one. @default `file` */
  readonly versionFile?: string | undefined;
  /** Of a profile, where the pools come from one. @default `file` */
  readonly poolsFile?: string | undefined;
}

/** Change that a hop needs. */
export interface HopEdit {
  /** Path of the file; undefined when no file of this repository says it. */
  readonly file?: string;
  /** Text to write there. */
  readonly change: string;
}

const ofProfile = '; every cluster that extends this profile changes';

function controlPlaneEdit(to: string, { file, poolsFile, versionFile }: EditedCluster): HopEdit {
  const [version, pools] = [versionFile ?? file, poolsFile ?? file];
  const elsewhere = pools === version ? '' : ` in ${pools}`;
  const shared = version === file ? '' : ofProfile;
  const change = `user-cluster:kubernetes.version: ${to}, with kubernetesVersion of every pool as it is now`;
  return { file: version, change: `${change}${elsewhere}${shared}` };
}

function poolEdit(pool: string, to: string, { file, poolsFile = file }: EditedCluster): HopEdit {
  const shared = poolsFile === file ? '' : ofProfile;
  const change = `user-cluster:pools, ${pool}: kubernetesVersion: ${to}${shared}`;
  return { file: poolsFile, change };
}

function infraEdit(to: string): string {
  const byHand = kubeoneByHand(to);
  return `infra:kubeone.version: ${to}${byHand === undefined ? '' : `, ${byHand}`}`;
}

/** Returns the file and the key that a hop changes. */
export function hopEdit(hop: Hop, files: EditedFiles): HopEdit {
  const { addonsFile = '', clusters, infraFile = '', infraKubernetes, platformFile = '' } = files;
  const filesOf = (cluster: string) =>
    clusters.find(({ name }) => name === cluster) ?? { name: cluster, file: '' };
  switch (hop.what) {
    case 'release':
      return { file: platformFile, change: `kubevirt-stack:release: ${hop.to}` };
    case 'addons':
      return { file: addonsFile, change: `addons:release: ${hop.to}` };
    case 'infra-kubernetes':
      return infraKubernetes === undefined
        ? { change: 'with the tool that made the infra cluster' }
        : { file: infraFile, change: infraEdit(hop.to) };
    case 'control-plane':
      return controlPlaneEdit(hop.to, filesOf(hop.cluster));
    case 'pool':
      return poolEdit(hop.pool, hop.to, filesOf(hop.cluster));
  }
}
