// SPDX-License-Identifier: Apache-2.0
import type { core, types } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';

/** Owner of objects that belong to a cluster and are outside of its namespace. */
export type NamespaceOwner = pulumi.Input<types.input.meta.v1.OwnerReference>;

/**
 * Returns the cluster's namespace as the owner of an object in another namespace, so that Kubernetes deletes
 * the object with the namespace. Pulumi deletes it as well, but takes it for deleted when it asks an API
 * server that has just started and does not know the object's kind yet.
 *
 * @see https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/provider/provider.go (Delete, IsNoMatchError)
 * @see https://github.com/pulumi/pulumi-kubernetes/pull/530
 */
export function namespaceOwner({ metadata }: core.v1.Namespace): NamespaceOwner {
  return metadata.apply(({ name, uid }) => ({ apiVersion: 'v1', kind: 'Namespace', name, uid }));
}
