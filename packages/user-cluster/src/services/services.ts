// SPDX-License-Identifier: Apache-2.0
import { rbac } from '@pulumi/kubernetes';
import type { Provider } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels } from '@strata/contracts';
import { TenantCleanup } from '@strata/strata-provider';
import { Backup } from '../backup/index.ts';
import { createCloudController } from '../cloud/index.ts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import { clusterEnds, createCredentialRules } from '../credentials/index.ts';
import { createSnapshotKinds, Inside, grantTenantAccess } from '../inside/index.ts';
import type { InsideManifests } from '../inside/index.ts';
import { renderPersonBindings } from '../keys/index.ts';
import type { ClusterKeys } from '../keys/index.ts';
import type { Nodes } from '../nodes/nodes.ts';
import { bindGroups } from '../oidc/index.ts';
import { createStorageController } from '../storage/index.ts';
import { protection } from '../tenancy/index.ts';
import type { NamespaceOwner } from '../tenancy/index.ts';
import { createVolumeBackup } from '../volume-backup/index.ts';

/** Arguments of {@link Services}. */
export interface ServicesArgs extends ClusterContext {
  readonly keys: ClusterKeys;
  readonly manifests: InsideManifests;
  /** Provider of the user cluster; it exists once the cluster's API does. */
  readonly provider: Provider;
  /** All VMs, on which the pods inside run. */
  readonly nodes: Nodes;
  /** Resource whose deletion deletes everything inside the user cluster, without its API. */
  readonly deletedWith: pulumi.Resource;
  readonly contents: NamespaceContents;
  /** Of objects of the cluster in other namespaces of the infra cluster. */
  readonly owner: NamespaceOwner;
}

/**
 * Makes a usable cluster out of nodes: load balancers, volumes, a pod network, the rights of people. A
 * destroy of the cluster first returns what these have made on the infra cluster, before anything else
 * is deleted.
 *
 * The controllers need only the API. They start, and are updated, beside the workers and not after them: a
 * node takes no pods before the cloud controller has found its machine.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/running-cloud-controller/
 */
export class Services extends pulumi.ComponentResource {
  /** Undefined for a cluster without backups. */
  readonly backup: Backup | undefined;
  /** Last object of the delivery of a repository; undefined where nothing is delivered. */
  readonly delivered: Inside['delivered'];

  constructor(name: string, args: ServicesArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Services', name, {}, options);
    const { keys, manifests, nodes, provider, deletedWith, ...context } = args;
    const within = { parent: this, providers: [provider], deletedWith };
    const object = { parent: this, provider, deletedWith };
    const before = [
      ...grantTenantAccess(`${name}-access`, context, object),
      ...(manifests.snapshots === undefined
        ? []
        : createSnapshotKinds(`${name}-snapshot-kinds`, manifests.snapshots, object)),
    ];
    const outside = { parent: this };
    const common = { ...context, needs: before };
    const controllers = [
      createCloudController(
        `${name}-cloud`,
        { ...common, tenantKubeconfig: keys.cloudControllerKubeconfig },
        outside,
      ),
      createStorageController(
        `${name}-csi`,
        { ...common, tenantKubeconfig: keys.storageControllerKubeconfig },
        outside,
      ),
    ];
    const inside = new Inside(
      `${name}-inside`,
      { ...context, manifests, controllers },
      { ...within, dependsOn: [...before, nodes] },
    );
    this.delivered = inside.delivered;
    this.bindPeople(name, context, object);
    bindGroups(name, context, object);
    this.backup = this.createBackup(`${name}-backup`, args);
    const { volumes: backedUp } = context.config.backup ?? {};
    if (backedUp !== undefined) {
      createVolumeBackup(`${name}-volume-backup`, { ...context, volumes: backedUp }, outside);
    }
    const rules = createCredentialRules(
      `${name}-credentials`,
      {
        ...context,
        ends: [...keys.ends, ...(this.backup?.ends ?? []), ...clusterEnds(context.config)],
        controlPlane: nodes.controlPlane,
      },
      { parent: this, dependsOn: [...controllers, nodes, ...(this.backup?.users ?? [])] },
    );
    const { volumes, unreachable } = context.config.deletion;
    new TenantCleanup(
      `${name}-cleanup`,
      { kubeconfig: keys.adminKubeconfig, volumes, whenUnreachable: unreachable },
      {
        parent: this,
        dependsOn: [...controllers, inside, ...rules],
        ...protection(context.config).cluster,
      },
    );
    this.registerOutputs({});
  }

  /** etcd listens for backups once all VMs of the control plane are new. */
  private createBackup(name: string, { keys, nodes, ...context }: ServicesArgs) {
    const { backup } = context.config;
    if (backup === undefined) return undefined;
    const args = { ...context, backup, keys: keys.controlPlane };
    return new Backup(name, args, { parent: this, dependsOn: nodes });
  }

  private bindPeople(name: string, context: ClusterContext, options: pulumi.CustomResourceOptions) {
    const { environment, cluster, config } = context;
    const labels = clusterLabels(environment, cluster);
    for (const person of config.kubernetes.kubeconfigs) {
      for (const { kind, ...object } of renderPersonBindings([person], labels)) {
        new rbac.v1[kind](`${name}-person-${person.name}`, object, options);
      }
    }
  }
}
