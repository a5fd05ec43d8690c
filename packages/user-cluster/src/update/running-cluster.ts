// SPDX-License-Identifier: Apache-2.0
import type { StartUpSecret } from '../bootstrap/start-up-secrets.ts';
import type { EtcdDisk } from './etcd-disks.ts';
import type { FoundPool } from './found-pool.ts';
import type { LastingValues } from './lasting-keys.ts';

/**
 * What of a cluster is there already: the versions of Kubernetes that its machines were made with, and
 * the disks of etcd. No machines, no versions.
 */
export interface RunningCluster {
  /** Of each machine of the control plane: two versions while an update is half done. */
  readonly controlPlane: readonly string[];
  /** By the name of the pool. */
  readonly pools: Readonly<Record<string, string>>;
  /** How each pool is there, by its name. @default none */
  readonly foundPools?: Readonly<Record<string, FoundPool>>;
  /** The Secrets that machines start with. @default none */
  readonly startUpSecrets?: readonly StartUpSecret[];
  readonly etcdDisks: readonly EtcdDisk[];
  /** What it was made with and keeps; empty where that is not written down. */
  readonly lasting: LastingValues;
}

/** What is there of a cluster that has not been made yet. */
export const newCluster: RunningCluster = {
  controlPlane: [],
  pools: {},
  etcdDisks: [],
  lasting: {},
};
