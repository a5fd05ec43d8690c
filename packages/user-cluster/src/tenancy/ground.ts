// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { grantNamespace } from '../account/index.ts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import { createVlans, grantImageAccess } from '../machines/index.ts';
import { isolate } from './isolation.ts';
import { namespaceOwner } from './namespace-owner.ts';
import type { NamespaceOwner } from './namespace-owner.ts';
import { protection } from './protection.ts';
import { createQuota } from './quota.ts';
import { createTenantNamespace } from './tenant-namespace.ts';

/** Arguments of {@link Ground}. */
export interface GroundArgs extends ClusterContext {
  /** Kubeconfig of the cluster's account on the infra cluster; a secret. */
  readonly infraKubeconfig: pulumi.Input<string>;
  /** Whether all VMs of the cluster can live-migrate. @default false */
  readonly liveMigrates?: boolean;
}

/**
 * Everything that must exist before anything of a cluster runs: its namespace, the rights of its account
 * in it, limits, isolation, networks, and the right to copy images.
 */
export class Ground extends pulumi.ComponentResource {
  /** Deleting it deletes everything of the cluster that a destroy need not delete one by one. */
  readonly namespace: pulumi.Resource;
  /** Of objects of the cluster in other namespaces. */
  readonly owner: NamespaceOwner;
  /**
   * Options of objects in the namespace. A namespace that is retained would keep the objects that are
   * deleted with it, so `deletedWith` is empty then.
   */
  readonly contents: NamespaceContents;

  constructor(name: string, args: GroundArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Ground', name, {}, options);
    const namespace = createTenantNamespace(`${name}-tenant`, args, { parent: this });
    this.namespace = namespace;
    this.owner = namespaceOwner(namespace);
    const { retainOnDelete } = protection(args.config).data;
    this.contents = retainOnDelete ? {} : { deletedWith: namespace };
    const rights = grantNamespace(`${name}-rights`, args, {
      parent: this,
      dependsOn: namespace,
      // It stays to the end of a destroy, which needs these rights to delete.
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
