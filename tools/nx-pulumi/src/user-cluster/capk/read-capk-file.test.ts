// SPDX-License-Identifier: Apache-2.0
import { readCapkFile } from './read-capk-file.ts';
import { flatcarCluster } from './testing/flatcar-cluster.ts';

const reading = (text: string) => () => readCapkFile('shop.yaml', text);

// Proves: migration.from-capk
test('refuses files that say nothing, or too much', () => {
  expect(reading('kind: Pod\napiVersion: v1\n')).toThrow(
    'shop.yaml has neither a Cluster (cluster.x-k8s.io) nor a KubeadmControlPlane (controlplane.cluster.x-k8s.io) nor a MachineDeployment (cluster.x-k8s.io) of Cluster API.',
  );
  expect(reading('kind: [x\n')).toThrow(/^shop\.yaml is no YAML: line \d+, column \d+ \(\w+\)\.$/);
  const another = 'apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: { name: cart }\n';
  expect(reading(`${flatcarCluster}---\n${another}`)).toThrow(
    'shop.yaml has the Clusters shop, cart; leave one of them in it.',
  );
  const machines =
    'apiVersion: cluster.x-k8s.io/v1beta2\nkind: MachineDeployment\nmetadata: { name: md }\nspec: { clusterName: cart }\n';
  expect(reading(`${flatcarCluster}---\n${machines}`)).toThrow(
    'shop.yaml has machines of the clusters shop, cart; leave those of one of them in it.',
  );
});

// Proves: migration.from-capk
test('names all references that lead nowhere at once', () => {
  const text = `
apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: { name: shop }
spec:
  infrastructureRef: { kind: DockerCluster, name: shop }
  controlPlaneRef: { kind: KubeadmControlPlane, name: shop-control-plane }
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: MachineDeployment
metadata: { name: one }
spec:
  template:
    spec:
      bootstrap: { configRef: { kind: KubeadmConfigTemplate, name: one } }
      infrastructureRef: { kind: KubevirtMachineTemplate, name: machines }
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: MachineDeployment
metadata: { name: two }
spec: {}
---
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: KubevirtMachineTemplate
metadata: { name: machines }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: KubevirtMachineTemplate
metadata: { name: machines }
`;
  expect(reading(text)).toThrow(
    [
      'shop.yaml cannot be translated:',
      'Cluster shop: spec.infrastructureRef is of the kind "DockerCluster"; only KubevirtCluster is translated',
      'Cluster shop: spec.controlPlaneRef is the KubeadmControlPlane shop-control-plane, which is not in the file; add it',
      'MachineDeployment one: spec.template.spec.infrastructureRef is the KubevirtMachineTemplate machines, which is in the file twice; leave one of them in it',
      'MachineDeployment one: spec.template.spec.bootstrap.configRef is the KubeadmConfigTemplate one, which is not in the file; add it',
      'MachineDeployment two: spec.template.spec.infrastructureRef is missing; it must name a KubevirtMachineTemplate',
    ].join('\n  '),
  );
});
