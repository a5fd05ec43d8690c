// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import { createVlans, grantImageAccess } from '../machines/index.ts';
import { isolate } from './isolation.ts';
import { protection } from './protection.ts';
import { createQuota } from './quota.ts';
import { createTenantNamespace } from './tenant-namespace.ts';

/**
 * What must be there before anything of a cluster runs: its namespace, limits, isolation, networks,
 * and the right to copy images.
 */
export class Ground extends pulumi.ComponentResource {
  /** With it goes everything of the cluster that a destroy need not take away piece by piece. */
  readonly namespace: pulumi.Resource;
  /** A namespace that stays would keep what goes with it. */
  readonly contents: NamespaceContents;

  constructor(name: string, args: ClusterContext, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Ground', name, {}, options);
    const namespace = createTenantNamespace(`${name}-tenant`, args, { parent: this });
    this.namespace = namespace;
    this.contents = protection(args.config).data.retainOnDelete ? {} : { deletedWith: namespace };
    const inside = { parent: this, dependsOn: namespace };
    const contents = { ...inside, ...this.contents };
    const { api } = args.platform.clusterNetwork;
    const restricted = args.config.isolation.restrictControllers && api !== undefined;
    isolate(`${name}-isolation`, { ...args, ...(restricted && { infraApi: api }) }, contents);
    createQuota(`${name}-quota`, args, contents);
    createVlans(`${name}-vlans`, args, contents);
    grantImageAccess(`${name}-images`, args, inside);
    this.registerOutputs({});
  }
}
