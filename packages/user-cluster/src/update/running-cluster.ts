// SPDX-License-Identifier: Apache-2.0
import type { StartUpSecret } from '../bootstrap/start-up-secrets.ts';
import type { RecordedFingerprints } from '../rotation/key-fingerprints.ts';
import type { KeySteps } from '../rotation/keys-annotation.ts';
import type { BackupVolume } from './backup-volume.ts';
import type { EtcdDisk } from './etcd-disks.ts';
import type { FoundLoadBalancer } from './found-load-balancer.ts';
import type { FoundMachine } from './found-machine.ts';
import type { FoundPool } from './found-pool.ts';
import type { LastingValues } from './lasting-keys.ts';

/**
 * State of a cluster that exists already, with the versions of Kubernetes that its VMs were made
 * with, and the disks of etcd. A cluster without VMs has no versions.
 */
export interface RunningCluster {
  /** Version of each control-plane VM: two different ones while an update is half done. */
  readonly controlPlane: readonly string[];
  /** Version of each pool, by its name. */
  readonly pools: Readonly<Record<string, string>>;
  /** State of each pool, by its name. @default none */
  readonly foundPools?: Readonly<Record<string, FoundPool>>;
  /** Sizes of its VMs. @default none */
  readonly foundMachines?: readonly FoundMachine[];
  /** Secrets that VMs start with. @default none */
  readonly startUpSecrets?: readonly StartUpSecret[];
  readonly etcdDisks: readonly EtcdDisk[];
  /** Volume of its backups. @default none */
  readonly backupVolume?: BackupVolume | undefined;
  /** Number of its snapshots of volumes. @default none */
  readonly volumeSnapshots?: number;
  /** Load balancers of Services inside. @default none */
  readonly loadBalancers?: readonly FoundLoadBalancer[];
  /** Values that it was made with and keeps; empty where they are not recorded. */
  readonly lasting: LastingValues;
  /** How far the rotation of each key is on each control-plane VM. @default none */
  readonly keySteps?: readonly KeySteps[];
  /** How far the rotation of the authority is on each VM of a pool and in each pool. @default none */
  readonly poolSteps?: readonly number[];
  /** How far the rotation of the authority of etcd is in the certificate of backups. @default none */
  readonly backupSteps?: readonly number[];
  /** Keys of each control-plane VM, by their fingerprints. @default none */
  readonly foundKeys?: readonly RecordedFingerprints[];
}

/** State of a cluster that has not been made yet. */
export const newCluster: RunningCluster = {
  controlPlane: [],
  pools: {},
  etcdDisks: [],
  lasting: {},
};
