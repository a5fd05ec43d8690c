// SPDX-License-Identifier: Apache-2.0
import type { Manifest } from '@strata/manifests';
import type { OperatorName } from './load-operators.ts';

/** Returns the configuration object of the SR-IOV operator. */
function settings(namespace: string) {
  return {
    apiVersion: 'sriovnetwork.openshift.io/v1',
    kind: 'SriovOperatorConfig',
    metadata: { name: 'default', namespace },
    spec: { disableDrain: false },
  };
}

/** Returns a manifest with a namespace and a workload, for unit tests. */
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
      ...(component === 'sriov-network-operator' ? [settings(component)] : []),
    ],
  };
}
