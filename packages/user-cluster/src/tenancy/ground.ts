// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { grantNamespace } from '../account/index.ts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import { createVlans, grantImageAccess } from '../machines/index.ts';
import { isolate } from './isolation.ts';
import { protection } from './protection.ts';
import { createQuota } from './quota.ts';
import { createTenantNamespace } from './tenant-namespace.ts';

/** Arguments of {@link Ground}. */
export interface GroundArgs extends ClusterContext {
  /** Of the cluster's account on the infra cluster; a secret. */
  readonly infraKubeconfig: pulumi.Input<string>;
  /** Whether all machines of the cluster move to other hosts while they run. @default false */
  readonly liveMigrates?: boolean;
}

/**
 * What must be there before anything of a cluster runs: its namespace, the rights of its account in
 * it, limits, isolation, networks, and the right to copy images.
 */
export class Ground extends pulumi.ComponentResource {
  /** With it goes everything of the cluster that a destroy need not take away piece by piece. */
  readonly namespace: pulumi.Resource;
  /** A namespace that stays would keep what goes with it. */
  readonly contents: NamespaceContents;

  constructor(name: string, args: GroundArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Ground', name, {}, options);
    const namespace = createTenantNamespace(`${name}-tenant`, args, { parent: this });
    this.namespace = namespace;
    const { retainOnDelete } = protection(args.config).data;
    this.contents = retainOnDelete ? {} : { deletedWith: namespace };
    const rights = grantNamespace(`${name}-rights`, args, {
      parent: this,
      dependsOn: namespace,
      // To the end of a destroy, which deletes with these rights.
      ...(retainOnDelete ? { retainOnDelete } : this.contents),
    });
    const inside = { parent: this, dependsOn: [namespace, rights] };
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
