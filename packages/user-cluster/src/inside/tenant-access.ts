// SPDX-License-Identifier: Apache-2.0
import { rbac } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { renderRules } from '../cloud/index.ts';
import type { Right } from '../cloud/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { storageClasses } from '../storage/index.ts';
import { cloudLeaseRights, cloudTenantRights, storageTenantRights } from './tenant-rights.ts';
import type { TenantFeatures } from './tenant-rights.ts';
import { tenantUsers } from './tenant-users.ts';

type Metadata = ReturnType<typeof metadataOf>;

const systemNamespace = 'kube-system';

/**
 * What the cloud controller and the storage controller may do in the user cluster. It comes before
 * them: a program that lacks a right gives up and is started again, later each time.
 *
 * Needs the provider of the user cluster.
 */
export class TenantAccess extends pulumi.ComponentResource {
  constructor(name: string, args: ClusterContext, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:TenantAccess', name, {}, options);
    const features = featuresOf(args);
    const cloud = { child: `${name}-cloud`, user: tenantUsers.cloudController };
    const storage = { child: `${name}-storage`, user: tenantUsers.storageController };
    const metadata = (object: string) => metadataOf(args, object);
    this.#grant(cloud, metadata('strata-cloud-controller-manager'), cloudTenantRights(features));
    this.#grantLeases(cloud, metadata('strata-cloud-controller-manager'));
    this.#grant(storage, metadata('strata-csi-controller'), storageTenantRights(features));
    this.registerOutputs({});
  }

  #grant({ child, user }: Grantee, metadata: Metadata, rights: readonly Right[]) {
    const role = new rbac.v1.ClusterRole(
      `${child}-cluster-role`,
      { metadata, rules: renderRules(rights) },
      { parent: this },
    );
    new rbac.v1.ClusterRoleBinding(
      `${child}-cluster-role-binding`,
      { metadata, roleRef: roleRef('ClusterRole', metadata.name), subjects: [subject(user)] },
      { parent: this, dependsOn: role },
    );
  }

  #grantLeases({ child, user }: Grantee, { name, ...rest }: Metadata) {
    const metadata = { ...rest, name, namespace: systemNamespace };
    const role = new rbac.v1.Role(
      `${child}-lease-role`,
      { metadata, rules: renderRules(cloudLeaseRights) },
      { parent: this },
    );
    new rbac.v1.RoleBinding(
      `${child}-lease-role-binding`,
      { metadata, roleRef: roleRef('Role', name), subjects: [subject(user)] },
      { parent: this, dependsOn: role },
    );
  }
}

/** A user, and what the names of the objects begin with that give it rights. */
interface Grantee {
  readonly child: string;
  readonly user: string;
}

function featuresOf(context: ClusterContext): TenantFeatures {
  const { cloud, storage } = context.config;
  return {
    loadBalancers: cloud.loadBalancers,
    selectorless: cloud.selectorless,
    expansion: storageClasses(context).some(({ expansion }) => expansion),
    snapshots: storage.snapshots,
  };
}

function metadataOf({ environment, cluster }: ClusterContext, name: string) {
  return { name, labels: clusterLabels(environment, cluster), annotations: ownerAnnotations };
}

function roleRef(kind: 'Role' | 'ClusterRole', name: string) {
  return { apiGroup: 'rbac.authorization.k8s.io', kind, name };
}

function subject(name: string) {
  return { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name };
}
