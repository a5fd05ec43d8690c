// SPDX-License-Identifier: Apache-2.0
import type { Manifest } from '@strata/manifests';
import type { OperatorName } from './load-operators.ts';

/** A manifest with a namespace and a workload, for unit tests. */
export function smallManifest(component: OperatorName): Manifest {
  const image = `quay.io/example/${component}:v1.0.0`;
  return {
    component,
    version: '1.0.0',
    images: [image],
    objects: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: component } },
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: component, namespace: component },
        spec: { template: { spec: { containers: [{ name: component, image }] } } },
      },
    ],
  };
}
