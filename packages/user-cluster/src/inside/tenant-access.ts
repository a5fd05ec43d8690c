// SPDX-License-Identifier: Apache-2.0
import { rbac } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import { renderRules } from '@strata/contracts/accounts';
import type { Right } from '@strata/contracts/accounts';
import type { ClusterContext } from '../cluster-context.ts';
import { storageClasses } from '../storage/index.ts';
import { cloudLeaseRights, cloudTenantRights, storageTenantRights } from './tenant-rights.ts';
import type { TenantFeatures } from './tenant-rights.ts';
import { tenantUsers } from './tenant-users.ts';

type Metadata = ReturnType<typeof metadataOf>;

const systemNamespace = 'kube-system';

/**
 * Grants the cloud controller and the storage controller their rights in the user cluster. The rights
 * come before the controllers: a program that lacks a right gives up and is restarted, later each time.
 *
 * It needs the provider of the user cluster.
 *
 * @returns resources that everything that uses the rights depends on.
 */
export function grantTenantAccess(
  name: string,
  args: ClusterContext,
  options: pulumi.CustomResourceOptions = {},
): pulumi.Resource[] {
  const features = featuresOf(args);
  const within = {
    ...options,
    aliases: [formerComponent('user-cluster:TenantAccess', name, options.parent)],
  };
  const cloud = { child: `${name}-cloud`, user: tenantUsers.cloudController };
  const storage = { child: `${name}-storage`, user: tenantUsers.storageController };
  const controller = metadataOf(args, 'strata-cloud-controller-manager');
  return [
    grant(cloud, controller, cloudTenantRights(features), within),
    grantLeases(cloud, controller, within),
    grant(
      storage,
      metadataOf(args, 'strata-csi-controller'),
      storageTenantRights(features),
      within,
    ),
  ];
}

function grant(
  { child, user }: Grantee,
  metadata: Metadata,
  rights: readonly Right[],
  options: pulumi.CustomResourceOptions,
) {
  const role = new rbac.v1.ClusterRole(
    `${child}-cluster-role`,
    { metadata, rules: renderRules(rights) },
    options,
  );
  return new rbac.v1.ClusterRoleBinding(
    `${child}-cluster-role-binding`,
    { metadata, roleRef: roleRef('ClusterRole', metadata.name), subjects: [subject(user)] },
    { ...options, dependsOn: role },
  );
}

function grantLeases(
  { child, user }: Grantee,
  { name, ...rest }: Metadata,
  options: pulumi.CustomResourceOptions,
) {
  const metadata = { ...rest, name, namespace: systemNamespace };
  const role = new rbac.v1.Role(
    `${child}-lease-role`,
    { metadata, rules: renderRules(cloudLeaseRights) },
    options,
  );
  return new rbac.v1.RoleBinding(
    `${child}-lease-role-binding`,
    { metadata, roleRef: roleRef('Role', name), subjects: [subject(user)] },
    { ...options, dependsOn: role },
  );
}

/** A user of the cluster, and the prefix of the resource names that grant it rights. */
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
