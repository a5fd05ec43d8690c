// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';
import type { InfraOutputs, KubevirtStackOutputs, UserClusterConfig } from '@strata/contracts';

/** What every component of one user cluster is told. */
export interface ClusterContext {
  readonly environment: string;
  readonly cluster: string;
  /** On the infra cluster, for all that belongs to this user cluster. */
  readonly namespace: string;
  readonly config: UserClusterConfig;
  readonly infra: Pick<InfraOutputs, 'hosts'>;
  readonly platform: KubevirtStackOutputs;
}

/** Options of what is in the cluster's namespace and need not be taken away piece by piece. */
export type NamespaceContents = Pick<pulumi.CustomResourceOptions, 'deletedWith'>;
