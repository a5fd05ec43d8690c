// SPDX-License-Identifier: Apache-2.0
import { apiextensions, apps, core, rbac, storage } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { clusterLabels, labelKeys, ownerAnnotations } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import { renderRules } from '@strata/contracts/accounts';
import type { ClusterContext } from '../cluster-context.ts';
import { driverName, storageClasses } from '../storage/index.ts';
import type { StorageClassPlan } from '../storage/index.ts';
import { renderNodePlugin } from './render-node-plugin.ts';
import {
  csiDriver,
  defaultAnnotations,
  renderSnapshotClass,
  renderStorageClass,
} from './render-storage.ts';
import { systemNamespace } from './system-namespace.ts';
import { storageNodeRights } from './tenant-rights.ts';

/** Arguments of {@link createStorageInside}. */
export interface StorageInsideArgs extends ClusterContext {
  /** Resources that must exist before the driver starts on nodes. */
  readonly needs: readonly pulumi.Resource[];
}

const plugin = 'kubevirt-csi-node';

/**
 * Makes the CSI driver on every node, the StorageClasses by which claims get volumes of the infra cluster,
 * and the VolumeSnapshotClasses by which volumes get snapshots. The latter need
 * {@link createSnapshotKinds}.
 */
export function createStorageInside(
  name: string,
  args: StorageInsideArgs,
  options: pulumi.CustomResourceOptions,
): void {
  const place = {
    ...options,
    aliases: [formerComponent('user-cluster:StorageInside', name, options.parent)],
  };
  const driver = new storage.v1.CSIDriver(
    `${name}-driver`,
    { metadata: metadataOf(args, driverName), spec: csiDriver },
    place,
  );
  runPlugin(name, args, driver, place);
  const classes = storageClasses(args);
  const afterDriver = { ...place, dependsOn: driver };
  for (const one of classes) addClass(`${name}-class-${one.name}`, args, one, afterDriver);
  if (!args.config.storage.snapshots) return;
  for (const one of classes) {
    addSnapshotClass(`${name}-snapshot-class-${one.name}`, args, one, afterDriver);
  }
}

function metadataOf(
  { environment, cluster }: ClusterContext,
  name: string,
  annotations: Readonly<Record<string, string>> = {},
) {
  return {
    name,
    labels: clusterLabels(environment, cluster),
    annotations: { ...ownerAnnotations, ...annotations },
  };
}

function runPlugin(
  name: string,
  args: StorageInsideArgs,
  driver: storage.v1.CSIDriver,
  options: pulumi.CustomResourceOptions,
) {
  const metadata = { ...metadataOf(args, plugin), namespace: systemNamespace };
  const account = new core.v1.ServiceAccount(`${name}-account`, { metadata }, options);
  const selector = { [labelKeys.component]: plugin };
  new apps.v1.DaemonSet(
    `${name}-plugin`,
    {
      metadata,
      spec: {
        selector: { matchLabels: selector },
        updateStrategy: { rollingUpdate: { maxUnavailable: '10%' } },
        template: {
          metadata: { labels: { ...metadata.labels, ...selector } },
          spec: renderNodePlugin(args.platform, plugin),
        },
      },
    },
    {
      ...options,
      dependsOn: [driver, account, letPluginSeeNodes(name, args, options), ...args.needs],
    },
  );
}

/**
 * Grants the driver the right to read nodes, because it looks for its own; RBAC cannot restrict a rule
 * to the pod's own node.
 */
function letPluginSeeNodes(
  name: string,
  args: ClusterContext,
  options: pulumi.CustomResourceOptions,
) {
  const metadata = metadataOf(args, `strata-${plugin}`);
  const role = new rbac.v1.ClusterRole(
    `${name}-cluster-role`,
    { metadata, rules: renderRules(storageNodeRights) },
    options,
  );
  return new rbac.v1.ClusterRoleBinding(
    `${name}-cluster-role-binding`,
    {
      metadata,
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: metadata.name,
      },
      subjects: [{ kind: 'ServiceAccount', name: plugin, namespace: systemNamespace }],
    },
    { ...options, dependsOn: role },
  );
}

/**
 * Fields of a StorageClass that Kubernetes never changes, besides those that Pulumi's provider replaces
 * it for.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/apis/storage/validation/validation.go `ValidateStorageClassUpdate`
 */
const fixedFields = ['reclaimPolicy', 'volumeBindingMode'];

function addClass(
  name: string,
  args: ClusterContext,
  one: StorageClassPlan,
  options: pulumi.CustomResourceOptions,
) {
  new storage.v1.StorageClass(
    name,
    {
      metadata: metadataOf(args, one.name, defaultAnnotations(one).storageClass),
      ...renderStorageClass(one),
    },
    { ...options, replaceOnChanges: fixedFields, deleteBeforeReplace: true },
  );
}

function addSnapshotClass(
  name: string,
  args: ClusterContext,
  one: StorageClassPlan,
  options: pulumi.CustomResourceOptions,
) {
  if (one.snapshotClass === undefined) return;
  new apiextensions.CustomResource(
    name,
    {
      apiVersion: 'snapshot.storage.k8s.io/v1',
      kind: 'VolumeSnapshotClass',
      metadata: metadataOf(args, one.name, defaultAnnotations(one).snapshotClass),
      ...renderSnapshotClass(one.snapshotClass),
    },
    options,
  );
}
