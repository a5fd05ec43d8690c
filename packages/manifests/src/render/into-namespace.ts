// SPDX-License-Identifier: Apache-2.0
import type { KubernetesObject } from '../kubernetes-object.ts';

/** Built-in cluster-scoped kinds that charts contain. */
const clusterKinds: readonly string[] = [
  'APIService',
  'ClusterRole',
  'ClusterRoleBinding',
  'CustomResourceDefinition',
  'MutatingWebhookConfiguration',
  'Namespace',
  'PriorityClass',
  'RuntimeClass',
  'StorageClass',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'ValidatingWebhookConfiguration',
];

interface DefinitionSpec {
  readonly group: string;
  readonly names: { readonly kind: string };
  readonly scope: 'Cluster' | 'Namespaced';
}

function isInCluster(object: KubernetesObject, definitions: readonly DefinitionSpec[]): boolean {
  const [group] = object.apiVersion.split('/');
  const own = definitions.find((one) => one.group === group && one.names.kind === object.kind);
  return own ? own.scope === 'Cluster' : clusterKinds.includes(object.kind);
}

/**
 * Gives objects that name no namespace this one, as an installer with a target namespace does.
 * Cluster-scoped kinds stay as they are. The Namespace itself is added.
 */
export function intoNamespace(
  objects: readonly KubernetesObject[],
  namespace: string,
): KubernetesObject[] {
  const definitions = objects
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .map(({ spec }) => spec as DefinitionSpec);
  const placed = objects.map((object) =>
    object.metadata.namespace !== undefined || isInCluster(object, definitions)
      ? object
      : { ...object, metadata: { ...object.metadata, namespace } },
  );
  return [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, ...placed];
}
