// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';
import type { InfraOutputs, KubevirtStackOutputs } from '@strata/contracts';
import type { StartUpSecret } from './bootstrap/start-up-secrets.ts';
import type { UserClusterConfig } from './config/index.ts';
import type { RecordedFingerprints } from './rotation/key-fingerprints.ts';
import type { KeySteps } from './rotation/keys-annotation.ts';
import type { BackupVolume } from './update/backup-volume.ts';
import type { EtcdDisk } from './update/etcd-disks.ts';
import type { FoundMachine } from './update/found-machine.ts';
import type { FoundPool } from './update/found-pool.ts';

/** Input of every component of one user cluster. */
export interface ClusterContext {
  readonly environment: string;
  readonly cluster: string;
  /** Namespace on the infra cluster for everything that belongs to this user cluster. */
  readonly namespace: string;
  readonly config: UserClusterConfig;
  readonly infra: Pick<InfraOutputs, 'hosts' | 'bridges'>;
  readonly platform: KubevirtStackOutputs;
  /** Existing disks of etcd. @default none */
  readonly etcdDisks?: readonly EtcdDisk[];
  /** Existing volume of backups. @default none */
  readonly backupVolume?: BackupVolume | undefined;
  /** Version of Kubernetes that each existing control-plane VM was made with. @default none */
  readonly versions?: readonly string[];
  /** State of each existing pool on the infra cluster, by its name. @default none */
  readonly foundPools?: Readonly<Record<string, FoundPool>>;
  /** Sizes of the existing VMs. @default none */
  readonly foundMachines?: readonly FoundMachine[];
  /** Existing Secrets with start-up data. @default none */
  readonly startUpSecrets?: readonly StartUpSecret[];
  /** How far the rotation of each key is on each existing control-plane VM. @default none */
  readonly keySteps?: readonly KeySteps[];
  /** How far the rotation of the authority is on each VM of a pool and in each pool. @default none */
  readonly poolSteps?: readonly number[];
  /** How far the rotation of the authority of etcd is in the certificate of backups. @default none */
  readonly backupSteps?: readonly number[];
  /** Keys of each existing control-plane VM, by their fingerprints. @default none */
  readonly foundKeys?: readonly RecordedFingerprints[];
}

/** Options of objects in the cluster's namespace that a destroy need not delete one by one. */
export type NamespaceContents = Pick<pulumi.CustomResourceOptions, 'deletedWith'>;
