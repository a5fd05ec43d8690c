// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';
import type { InfraOutputs, KubevirtStackOutputs, UserClusterConfig } from '@strata/contracts';
import type { StartUpSecret } from './bootstrap/start-up-secrets.ts';
import type { EtcdDisk } from './update/etcd-disks.ts';
import type { FoundPool } from './update/found-pool.ts';

/** What every component of one user cluster is told. */
export interface ClusterContext {
  readonly environment: string;
  readonly cluster: string;
  /** On the infra cluster, for all that belongs to this user cluster. */
  readonly namespace: string;
  readonly config: UserClusterConfig;
  readonly infra: Pick<InfraOutputs, 'hosts' | 'bridges'>;
  readonly platform: KubevirtStackOutputs;
  /** The disks of etcd that are there already. @default none */
  readonly etcdDisks?: readonly EtcdDisk[];
  /** How the infra cluster shows each pool that is there already, by its name. @default none */
  readonly foundPools?: Readonly<Record<string, FoundPool>>;
  /** The Secrets with start-up data that are there already. @default none */
  readonly startUpSecrets?: readonly StartUpSecret[];
}

/** Options of what is in the cluster's namespace and need not be taken away piece by piece. */
export type NamespaceContents = Pick<pulumi.CustomResourceOptions, 'deletedWith'>;
