// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { Storage, UserClusterConfig, UserClusterOutputs } from '@strata/contracts';
import { Isolation } from './isolation.ts';
import { TenantNamespace } from './tenant-namespace.ts';
import { WorkerPool } from './worker-pool.ts';

/** Arguments of {@link UserCluster}. */
export interface UserClusterArgs {
  readonly environment: string;
  readonly cluster: string;
  readonly config: UserClusterConfig;
  /** The platform's defaults for disks. */
  readonly storage: Storage;
  /** Where CDI runs. */
  readonly cdiNamespace: string;
}

/** One isolated user cluster: its namespace, its isolation and, once that is there, its machines. */
export class UserCluster extends pulumi.ComponentResource {
  /** Where its machines are on the infra cluster. */
  readonly namespace: string;
  readonly pools: UserClusterOutputs['pools'];

  constructor(name: string, args: UserClusterArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:UserCluster', name, {}, options);
    const { environment, cluster, config, storage, cdiNamespace } = args;
    const tenant = new TenantNamespace(
      `${name}-tenant`,
      { environment, cluster },
      { parent: this },
    );
    const { namespace } = tenant;
    const isolation = new Isolation(
      `${name}-isolation`,
      { environment, cluster, namespace, cdiNamespace },
      { parent: this, dependsOn: tenant },
    );
    this.namespace = namespace;
    this.pools = config.pools.map((pool) => {
      const { machines } = new WorkerPool(
        `${name}-pool-${pool.name}`,
        { environment, cluster, namespace, pool, storage },
        // Never a machine before its isolation.
        { parent: this, dependsOn: isolation },
      );
      return { name: pool.name, replicas: pool.replicas, machines: [...machines] };
    });
    this.registerOutputs({ namespace, pools: this.pools });
  }
}
