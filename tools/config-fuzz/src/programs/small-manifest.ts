// SPDX-License-Identifier: Apache-2.0
import type { KubernetesObject, Manifest } from '@strata/manifests';

const definition = (name: string): KubernetesObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: {
    group: name.slice(name.indexOf('.') + 1),
    names: { kind: 'Any' },
    scope: 'Namespaced',
    versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object' } } }],
  },
});

/** Returns a workload for which a program has settings, see `withWorkloadSettings`. */
const workload = (
  kind: 'DaemonSet' | 'Deployment',
  namespace: string,
  name: string,
  container: string,
): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, namespace },
  spec: { template: { metadata: {}, spec: { containers: [{ name: container }] } } },
});

/** Objects that other code of the program looks for in a component's manifest. */
const lookedFor: Readonly<Record<string, readonly KubernetesObject[]>> = {
  'prometheus-operator': ['servicemonitors', 'prometheusrules'].map((kind) =>
    definition(`${kind}.monitoring.coreos.com`),
  ),
  multus: [workload('DaemonSet', 'kube-system', 'kube-multus-ds', 'kube-multus')],
  metallb: [workload('DaemonSet', 'metallb-system', 'speaker', 'speaker')],
  'sriov-network-operator': [
    {
      apiVersion: 'sriovnetwork.openshift.io/v1',
      kind: 'SriovOperatorConfig',
      metadata: { name: 'default', namespace: 'sriov-network-operator-system' },
      spec: {},
    },
  ],
  'metrics-server': [workload('Deployment', 'kube-system', 'metrics-server', 'metrics-server')],
  flux: ['source-controller', 'kustomize-controller'].map((name) =>
    workload('Deployment', 'flux-system', name, 'manager'),
  ),
  cilium: [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'cilium-config', namespace: 'kube-system' },
      data: { 'tunnel-port': '8473' },
    },
  ],
};

/** Namespaces that other objects name, as in the complete manifests. */
const namespaces: Readonly<Record<string, string>> = {
  cilium: 'kube-system',
  'prometheus-operator': 'monitoring',
};

/**
 * Returns a replacement for a component's manifest: one workload, and the objects that other code
 * looks for. Configurations change almost nothing in manifests, and complete ones take most of the
 * time of a rendering.
 */
export function smallManifest(component: string, version: string): Manifest {
  const namespace = namespaces[component] ?? `${component}-system`;
  const image = `quay.io/example/${component}:v1.0.0`;
  return {
    component,
    version,
    images: [image],
    objects: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      ...(lookedFor[component] ?? []),
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'operator', namespace },
        spec: { template: { metadata: {}, spec: { containers: [{ name: 'operator', image }] } } },
      },
    ],
  };
}
