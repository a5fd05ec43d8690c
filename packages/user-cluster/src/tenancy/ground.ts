// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ClusterContext } from '../cluster-context.ts';
import { ClusterVlans, ImageAccess } from '../machines/index.ts';
import { Isolation } from './isolation.ts';
import { protection } from './protection.ts';
import { Quota } from './quota.ts';
import { TenantNamespace } from './tenant-namespace.ts';

/**
 * What must be there before anything of a cluster runs: its namespace, limits, isolation, networks,
 * and the right to copy images.
 */
export class Ground extends pulumi.ComponentResource {
  /** With it goes everything of the cluster that a destroy need not take away piece by piece. */
  readonly namespace: pulumi.Resource;

  constructor(name: string, args: ClusterContext, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Ground', name, {}, options);
    const tenant = new TenantNamespace(`${name}-tenant`, args, { parent: this });
    this.namespace = tenant.object;
    const inside = { parent: this, dependsOn: tenant };
    // A namespace that stays would keep them.
    const contents = protection(args.config).data.retainOnDelete
      ? inside
      : { ...inside, deletedWith: tenant.object };
    const { api } = args.platform.clusterNetwork;
    const restricted = args.config.isolation.restrictControllers && api !== undefined;
    new Isolation(`${name}-isolation`, { ...args, ...(restricted && { infraApi: api }) }, contents);
    new Quota(`${name}-quota`, args, contents);
    new ClusterVlans(`${name}-vlans`, args, contents);
    new ImageAccess(`${name}-images`, args, inside);
    this.registerOutputs({});
  }
}
