// SPDX-License-Identifier: Apache-2.0

/**
 * A cluster by a template of CAPK, with the values that its first lines propose: instance types, container
 * disks of Flatcar and Ignition.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api-provider-kubevirt/blob/v0.11.2/templates/cluster-template-lb-flatcar.yaml
 */
export const flatcarCluster = `
apiVersion: cluster.x-k8s.io/v1beta1
kind: Cluster
metadata: { name: shop, namespace: tenants }
spec:
  clusterNetwork:
    pods: { cidrBlocks: [10.243.0.0/16] }
    services: { cidrBlocks: [10.95.0.0/16] }
  infrastructureRef:
    apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
    kind: KubevirtCluster
    name: shop
    namespace: tenants
  controlPlaneRef:
    apiVersion: controlplane.cluster.x-k8s.io/v1beta1
    kind: KubeadmControlPlane
    name: shop-control-plane
    namespace: tenants
---
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: KubevirtCluster
metadata: { name: shop, namespace: tenants }
spec:
  controlPlaneServiceTemplate: { spec: { type: LoadBalancer } }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: KubevirtMachineTemplate
metadata: { name: shop-control-plane-v1.35.4, namespace: tenants }
spec:
  template:
    spec:
      virtualMachineBootstrapCheck: { checkStrategy: ssh }
      virtualMachineTemplate:
        metadata: { namespace: tenants }
        spec:
          instancetype: { kind: VirtualMachineClusterInstancetype, name: u1.large }
          preference: { kind: VirtualMachineClusterPreference, name: ubuntu }
          runStrategy: Always
          template:
            spec:
              domain:
                devices:
                  networkInterfaceMultiqueue: true
                  disks: [{ disk: { bus: virtio }, name: containervolume }]
              evictionStrategy: External
              volumes:
              - containerDisk: { image: registry.example.org/flatcar-kubevirt:3975.2.2 }
                name: containervolume
---
apiVersion: controlplane.cluster.x-k8s.io/v1beta1
kind: KubeadmControlPlane
metadata: { name: shop-control-plane, namespace: tenants }
spec:
  replicas: 3
  machineTemplate:
    infrastructureRef:
      apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
      kind: KubevirtMachineTemplate
      name: shop-control-plane-v1.35.4
      namespace: tenants
  kubeadmConfigSpec:
    format: ignition
    files: []
    ignition:
      containerLinuxConfig: { additionalConfig: "systemd: { units: [{ name: hush }] }" }
    users:
    - { name: core, sshAuthorizedKeys: [ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD ann] }
    clusterConfiguration:
      networking:
        dnsDomain: shop.tenants.local
        podSubnet: 10.243.0.0/16
        serviceSubnet: 10.95.0.0/16
    initConfiguration: { nodeRegistration: { criSocket: /var/run/containerd/containerd.sock } }
    joinConfiguration: { nodeRegistration: { criSocket: /var/run/containerd/containerd.sock } }
  version: v1.35.4
---
apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
kind: KubevirtMachineTemplate
metadata: { name: shop-md-0-v1.35.4, namespace: tenants }
spec:
  template:
    spec:
      virtualMachineBootstrapCheck: { checkStrategy: ssh }
      virtualMachineTemplate:
        metadata: { namespace: tenants, labels: { app: shop-md-0-v1.35.4 } }
        spec:
          instancetype: { kind: VirtualMachineClusterInstancetype, name: u1.large }
          preference: { kind: VirtualMachineClusterPreference, name: ubuntu }
          runStrategy: Always
          template:
            metadata: { labels: { app: shop-md-0-v1.35.4 } }
            spec:
              affinity:
                podAntiAffinity:
                  preferredDuringSchedulingIgnoredDuringExecution:
                  - weight: 100
                    podAffinityTerm:
                      labelSelector:
                        matchExpressions:
                        - { key: app, operator: In, values: [shop-md-0-v1.35.4] }
                      topologyKey: kubernetes.io/hostname
              domain:
                devices:
                  networkInterfaceMultiqueue: true
                  disks: [{ disk: { bus: virtio }, name: containervolume }]
              evictionStrategy: External
              volumes:
              - containerDisk: { image: registry.example.org/flatcar-kubevirt:3975.2.2 }
                name: containervolume
---
apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
kind: KubeadmConfigTemplate
metadata: { name: shop-md-0, namespace: tenants }
spec:
  template:
    spec:
      joinConfiguration: { nodeRegistration: { criSocket: /var/run/containerd/containerd.sock } }
      files: []
      format: ignition
      users:
      - { name: core, sshAuthorizedKeys: [ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD ann] }
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: MachineDeployment
metadata: { name: shop-md-0, namespace: tenants }
spec:
  clusterName: shop
  replicas: 3
  selector: { matchLabels: null }
  template:
    metadata: { labels: { node-role.kubernetes.io/worker: '' } }
    spec:
      clusterName: shop
      version: v1.35.4
      bootstrap:
        configRef:
          apiVersion: bootstrap.cluster.x-k8s.io/v1beta1
          kind: KubeadmConfigTemplate
          name: shop-md-0
          namespace: tenants
      infrastructureRef:
        apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
        kind: KubevirtMachineTemplate
        name: shop-md-0-v1.35.4
        namespace: tenants
---
apiVersion: cluster.x-k8s.io/v1beta1
kind: MachineHealthCheck
metadata: { name: shop-md-0, namespace: tenants }
spec:
  clusterName: shop
  maxUnhealthy: 100%
  selector: { matchLabels: { cluster.x-k8s.io/deployment-name: shop-md-0 } }
`;
