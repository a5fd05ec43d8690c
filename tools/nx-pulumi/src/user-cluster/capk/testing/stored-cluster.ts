// SPDX-License-Identifier: Apache-2.0

/**
 * A cluster as kubectl prints it from a running Cluster API of v1beta2, with machines by CAPK's template for
 * stored root disks and settings that its users add: flags of kubelets, taints, labels, files, networks.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api-provider-kubevirt/blob/v0.11.2/templates/cluster-template-persistent-storage-kccm.yaml
 */
export const storedCluster = `
apiVersion: v1
kind: List
items:
- apiVersion: cluster.x-k8s.io/v1beta2
  kind: Cluster
  metadata: { name: shop, namespace: tenants, uid: a, generation: 2, finalizers: [x] }
  spec:
    clusterNetwork:
      apiServerPort: 6443
      pods: { cidrBlocks: [10.243.0.0/16, "fd00:1::/56"] }
      services: { cidrBlocks: [10.95.0.0/16] }
      serviceDomain: shop.local
    controlPlaneEndpoint: { host: 10.96.7.7, port: 6443 }
    controlPlaneRef: { apiGroup: controlplane.cluster.x-k8s.io, kind: KubeadmControlPlane, name: shop }
    infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: KubevirtCluster, name: shop }
  status: { phase: Provisioned }
- apiVersion: controlplane.cluster.x-k8s.io/v1beta2
  kind: KubeadmControlPlane
  metadata: { name: shop, namespace: tenants, ownerReferences: [{ kind: Cluster, name: shop }] }
  spec:
    replicas: 1
    version: v1.34.4
    machineTemplate:
      spec:
        deletion: { nodeDrainTimeoutSeconds: 900, nodeDeletionTimeoutSeconds: 10 }
        infrastructureRef:
          apiGroup: infrastructure.cluster.x-k8s.io
          kind: KubevirtMachineTemplate
          name: shop-machines
    rollout: { strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 1 } } }
    kubeadmConfigSpec:
      clusterConfiguration:
        apiServer:
          certSANs: [api.shop.example.org]
          extraArgs:
          - { name: cloud-provider, value: external }
          - { name: oidc-issuer-url, value: "https://hush.example.org" }
          - { name: profiling, value: "false" }
        etcd: { local: { extraArgs: [{ name: quota-backend-bytes, value: hush }] } }
      initConfiguration:
        bootstrapTokens: [{ token: "hush00.hushhushhushhush" }]
        skipPhases: [addon/kube-proxy, addon/coredns]
        nodeRegistration:
          kubeletExtraArgs: [{ name: max-pods, value: "200" }]
          taints: [{ key: node-role.kubernetes.io/control-plane, effect: NoSchedule }]
      joinConfiguration:
        nodeRegistration:
          kubeletExtraArgs: [{ name: max-pods, value: "200" }]
          taints: [{ key: node-role.kubernetes.io/control-plane, effect: NoSchedule }]
      files:
      - { path: /etc/kubernetes/pki/hook.key, content: hush }
      - { path: /etc/motd, contentFrom: { secret: { name: hush, key: hush } } }
      postKubeadmCommands: [curl -H hush https://hush]
      ntp: { enabled: true, servers: [10.20.0.123] }
- apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
  kind: KubevirtMachineTemplate
  metadata: { name: shop-machines, namespace: tenants }
  spec:
    template:
      spec:
        virtualMachineTemplate:
          spec:
            dataVolumeTemplates:
            - metadata: { name: boot-volume }
              spec:
                pvc:
                  accessModes: [ReadWriteOnce]
                  resources: { requests: { storage: 50Gi } }
                  storageClassName: ceph-block
                source: { registry: { url: "docker://quay.io/capk/ubuntu-2204-container-disk:v1.34.4" } }
            - metadata: { name: cache }
              spec:
                storage: { resources: { requests: { storage: 20Gi } } }
                source: { blank: {} }
            runStrategy: Always
            template:
              spec:
                domain:
                  cpu: { sockets: 1, cores: 2, threads: 2 }
                  memory: { guest: 6500Mi }
                  devices:
                    disks:
                    - { name: cache, disk: { bus: scsi }, serial: CACHE }
                    - { name: dv-volume, disk: { bus: virtio }, bootOrder: 1 }
                    interfaces:
                    - { name: default, masquerade: {} }
                    - { name: storage, bridge: {}, macAddress: "02:00:00:00:00:01" }
                    - { name: backup, bridge: {}, model: e1000e }
                networks:
                - { name: default, pod: {} }
                - { name: storage, multus: { networkName: networks/vlan-storage } }
                - { name: backup, multus: { networkName: vlan-backup } }
                nodeSelector: { rack: a }
                tolerations: [{ key: gpu, operator: Exists, effect: NoExecute, tolerationSeconds: 60 }]
                topologySpreadConstraints:
                - maxSkew: 1
                  topologyKey: topology.kubernetes.io/zone
                  whenUnsatisfiable: DoNotSchedule
                  labelSelector: { matchLabels: { app: shop } }
                terminationGracePeriodSeconds: 180
                volumes:
                - { name: dv-volume, dataVolume: { name: boot-volume } }
                - { name: cache, dataVolume: { name: cache } }
- apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
  kind: KubeadmConfigTemplate
  metadata: { name: shop-workers, namespace: tenants }
  spec:
    template:
      spec:
        joinConfiguration:
          nodeRegistration:
            name: "{{ ds.meta_data.local_hostname }}"
            kubeletExtraArgs:
            - { name: node-labels, value: "team=shop,node-role.kubernetes.io/worker=" }
            - { name: register-with-taints, value: "dedicated=shop:NoSchedule" }
            - { name: eviction-hard, value: "memory.available<500Mi" }
        users:
        - name: ops
          sudo: ALL=(ALL) NOPASSWD:ALL
          passwd: hush
          sshAuthorizedKeys: [ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD ann]
- apiVersion: cluster.x-k8s.io/v1beta2
  kind: MachineDeployment
  metadata:
    name: shop-workers
    namespace: tenants
    annotations:
      cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size: "2"
      machinedeployment.clusters.x-k8s.io/revision: "4"
  spec:
    clusterName: shop
    replicas: 5
    rollout: { strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 25%, maxUnavailable: 0 } } }
    deletion: { order: Oldest }
    selector: { matchLabels: { cluster.x-k8s.io/deployment-name: shop-workers } }
    template:
      metadata:
        labels:
          cluster.x-k8s.io/cluster-name: shop
          cluster.x-k8s.io/deployment-name: shop-workers
          node.cluster.x-k8s.io/tier: web
          team: shop
      spec:
        clusterName: shop
        version: v1.34.2
        minReadySeconds: 30
        taints: [{ key: spot, value: "yes", effect: PreferNoSchedule, propagation: Always }]
        bootstrap:
          configRef: { apiGroup: bootstrap.cluster.x-k8s.io, kind: KubeadmConfigTemplate, name: shop-workers }
        infrastructureRef:
          apiGroup: infrastructure.cluster.x-k8s.io
          kind: KubevirtMachineTemplate
          name: shop-machines
- apiVersion: v1
  kind: Secret
  metadata: { name: shop-kubeconfig, namespace: tenants }
  data: { value: aHVzaA== }
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: kubevirt-cloud-controller-manager
    labels: { capk.cluster.x-k8s.io/template-kind: extra-resource }
- apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
  kind: KubevirtMachineTemplate
  metadata: { name: shop-machines-before, namespace: tenants }
- apiVersion: cluster.x-k8s.io/v1beta2
  kind: Machine
  metadata: { name: shop-workers-x1 }
`;
