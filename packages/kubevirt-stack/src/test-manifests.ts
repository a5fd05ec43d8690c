// SPDX-License-Identifier: Apache-2.0
import type { ReleaseComponent } from '@strata/contracts';
import type { Manifest } from '@strata/manifests';

type KubernetesObject = Manifest['objects'][number];

/** Returns a manifest with one object of each stage, for unit tests. */
export function smallManifest(
  component: ReleaseComponent,
  more: readonly KubernetesObject[] = [],
  namespace = `${component}-system`,
): Manifest {
  return {
    component,
    version: '1.8.4',
    images: [],
    objects: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      ...more,
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'operator', namespace } },
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'operator', namespace } },
    ],
  };
}

/** Returns a CustomResourceDefinition of that name. */
export function definition(name: string): KubernetesObject {
  const openAPIV3Schema = { type: 'object', description: 'prose' };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      group: 'example.org',
      names: { kind: 'Example' },
      versions: [{ name: 'v1', schema: { openAPIV3Schema } }],
    },
  };
}

/** Returns a DaemonSet with the one container that the platform changes settings of. */
function daemonSet(namespace: string, name: string, container: string): KubernetesObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace },
    spec: { template: { spec: { containers: [{ name: container }] } } },
  };
}

/** Returns a release of {@link smallManifest}s. */
export function smallRelease(): Readonly<Record<ReleaseComponent, Manifest>> {
  const definitions = ['servicemonitors', 'prometheusrules'].map((kind) =>
    definition(`${kind}.monitoring.coreos.com`),
  );
  return {
    kubevirt: smallManifest('kubevirt'),
    cdi: smallManifest('cdi'),
    multus: smallManifest('multus', [daemonSet('kube-system', 'kube-multus-ds', 'kube-multus')]),
    metallb: smallManifest('metallb', [daemonSet('metallb-system', 'speaker', 'speaker')]),
    'prometheus-operator': smallManifest('prometheus-operator', definitions, 'monitoring'),
    'snapshot-controller': smallManifest('snapshot-controller'),
  };
}
