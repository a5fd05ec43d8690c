// SPDX-License-Identifier: Apache-2.0
import type { KubernetesObject, Manifest } from '@strata/manifests';

const namespace = 'metallb-system';

/** A CustomResourceDefinition of `pools.example.org`, kind Pool. */
export const poolDefinition: KubernetesObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'pools.example.org' },
  spec: {
    group: 'example.org',
    names: { kind: 'Pool' },
    versions: [
      { name: 'v1', schema: { openAPIV3Schema: { type: 'object', description: 'prose' } } },
    ],
  },
};

/** Returns a manifest with an object of each of the stages first, middle and last, for unit tests. */
export function smallManifest(more: readonly KubernetesObject[] = []): Manifest {
  const containers = [{ name: 'operator', image: 'quay.io/metallb/operator:v1.0.0' }];
  return {
    component: 'metallb',
    version: '1.8.4',
    images: ['quay.io/metallb/operator:v1.0.0'],
    objects: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels: { a: 'b' } } },
      ...more,
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'operator', namespace } },
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'operator', namespace },
        spec: { template: { spec: { containers } } },
      },
    ],
  };
}
