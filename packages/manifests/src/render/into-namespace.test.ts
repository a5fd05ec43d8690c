// SPDX-License-Identifier: Apache-2.0
import { intoNamespace } from './into-namespace.ts';

const object = (apiVersion: string, kind: string, namespace?: string) => ({
  apiVersion,
  kind,
  metadata: { name: 'a', ...(namespace !== undefined && { namespace }) },
});

const definition = (kind: string, scope: string) => ({
  ...object('apiextensions.k8s.io/v1', 'CustomResourceDefinition'),
  spec: { group: 'example.com', names: { kind }, scope },
});

test('gives objects the namespace, unless they have one or their kind has none', () => {
  const objects = [
    object('v1', 'ConfigMap'),
    object('v1', 'ConfigMap', 'kube-system'),
    object('rbac.authorization.k8s.io/v1', 'ClusterRole'),
    definition('Policy', 'Cluster'),
    definition('Network', 'Namespaced'),
    object('example.com/v1', 'Policy'),
    object('example.com/v1', 'Network'),
  ];
  const placed = intoNamespace(objects, 'here');
  expect(placed.map(({ kind, metadata }) => [kind, metadata.namespace])).toEqual([
    ['Namespace', undefined],
    ['ConfigMap', 'here'],
    ['ConfigMap', 'kube-system'],
    ['ClusterRole', undefined],
    ['CustomResourceDefinition', undefined],
    ['CustomResourceDefinition', undefined],
    ['Policy', undefined],
    ['Network', 'here'],
  ]);
  expect(placed[0]?.metadata.name).toBe('here');
});
