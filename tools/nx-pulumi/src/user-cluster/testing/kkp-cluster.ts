// SPDX-License-Identifier: Apache-2.0

/** A cluster of KKP and a MachineDeployment of it. */
export const kkpCluster = `
apiVersion: kubermatic.k8c.io/v1
kind: Cluster
metadata: { name: kmvh888v9h }
spec: { version: 1.34.9, cniPlugin: { type: cilium }, clusterNetwork: { dnsDomain: corp.local } }
---
apiVersion: cluster.k8s.io/v1alpha1
kind: MachineDeployment
metadata: { name: web, namespace: kube-system }
spec:
  replicas: 4
  template:
    spec:
      providerSpec:
        value:
          cloudProvider: kubevirt
          cloudProviderSpec:
            virtualMachine:
              instancetype: { name: standard-4, kind: VirtualMachineClusterInstancetype }
              template: { primaryDisk: { size: 30Gi, storageClassName: ceph-block } }
`;
