// SPDX-License-Identifier: Apache-2.0

const userData = Buffer.from(
  '#cloud-config\npassword: hush\npackages: [qemu-guest-agent]\nssh_authorized_keys:\n- >-\n  ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD ann\n- hush\n',
).toString('base64');

/**
 * A cluster of one machine as the pages of Rancher make it: with the defaults of the node driver, which stand in
 * the object, and all roles on one pool.
 *
 * @see https://github.com/harvester/docker-machine-driver-harvester/blob/v1.0.6/harvester/flags.go
 */
export const smallCluster = `
apiVersion: provisioning.cattle.io/v1
kind: Cluster
metadata:
  annotations: { field.cattle.io/creatorId: user-mgz7x }
  creationTimestamp: "2026-03-03T22:05:56Z"
  finalizers: [wrangler.cattle.io/provisioning-cluster-remove]
  generation: 3
  name: shop
  namespace: fleet-default
  uid: a
spec:
  cloudCredentialSecretName: cattle-global-data:cc-hush
  kubernetesVersion: v1.35.4+rke2r1
  localClusterAuthEndpoint: {}
  rkeConfig:
    chartValues:
      harvester-cloud-provider:
        cloudConfigPath: /var/lib/rancher/rke2/etc/config-files/cloud-provider-config
        global: { cattle: { clusterName: shop } }
      rke2-calico: {}
    dataDirectories: {}
    etcd: { snapshotRetention: 5, snapshotScheduleCron: 0 */5 * * * }
    machineGlobalConfig:
      cni: calico
      disable-kube-proxy: false
      etcd-expose-metrics: false
      ingress-controller: ingress-nginx
    machinePoolDefaults: {}
    machinePools:
    - controlPlaneRole: true
      drainBeforeDelete: true
      dynamicSchemaSpec: '{"resourceFields":{"sshPassword":{"type":"string"}}}'
      etcdRole: true
      machineConfigRef: { kind: HarvesterConfig, name: nc-shop-pool1-wfw6m }
      name: pool1
      quantity: 1
      unhealthyNodeTimeout: 0s
      workerRole: true
    machineSelectorConfig:
    - config:
        cloud-provider-config: secret://fleet-default:hush
        cloud-provider-name: harvester
        protect-kernel-defaults: false
    networking: {}
    registries: {}
    upgradeStrategy:
      controlPlaneConcurrency: "1"
      controlPlaneDrainOptions: { deleteEmptyDirData: true, enabled: false, gracePeriod: -1, timeout: 120 }
      workerConcurrency: "1"
      workerDrainOptions: { deleteEmptyDirData: true, enabled: false, gracePeriod: -1, timeout: 120 }
status: { clusterName: c-m-nl2hgfgg, ready: true }
---
apiVersion: v1
kind: List
items:
- apiVersion: rke-machine-config.cattle.io/v1
  kind: HarvesterConfig
  metadata:
    annotations: { ownerBindingsCreated: "true" }
    generateName: nc-shop-pool1-
    name: nc-shop-pool1-wfw6m
    namespace: fleet-default
    ownerReferences: [{ apiVersion: provisioning.cattle.io/v1, kind: Cluster, name: shop, uid: a }]
  cloudConfig: ""
  clusterId: ""
  clusterName: ""
  clusterType: ""
  cpuCount: "2"
  cpuModel: ""
  cpuPinning: false
  diskBus: ""
  diskInfo: '{"disks":[{"imageName":"default/image-pmtjz","bootOrder":1,"size":40}]}'
  diskSize: "0"
  enableEfi: false
  enableSecureBoot: false
  enableTpm: false
  imageName: ""
  isolateEmulatorThread: false
  keyPairName: ""
  kubeconfigContent: ""
  memorySize: "4"
  networkData: ""
  networkInfo: '{"interfaces":[{"networkName":"default/vm-untag","macAddress":""}]}'
  networkModel: ""
  networkName: ""
  networkType: ""
  reservedMemorySize: "-1"
  sshPassword: ""
  sshPort: "22"
  sshPrivateKeyPath: ""
  sshUser: rancher
  userData: ${userData}
  vgpuInfo: ""
  vmAffinity: ""
  vmNamespace: default
- apiVersion: rke-machine-config.cattle.io/v1
  kind: HarvesterConfig
  metadata:
    name: nc-cart-pool1-48qkw
    namespace: fleet-default
    ownerReferences: [{ apiVersion: provisioning.cattle.io/v1, kind: Cluster, name: cart, uid: b }]
  userData: hush
`;
