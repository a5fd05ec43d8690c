// SPDX-License-Identifier: Apache-2.0

const affinity = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: 'network', operator: 'In', values: ['fast', 'faster'] }] },
      ],
    },
    preferredDuringSchedulingIgnoredDuringExecution: [],
  },
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      {
        labelSelector: {
          matchExpressions: [
            {
              key: 'harvesterhci.io/machineSetName',
              operator: 'In',
              values: ['tenants-shop-workers'],
            },
          ],
        },
        topologyKey: 'kubernetes.io/hostname',
      },
    ],
  },
  podAffinity: {
    preferredDuringSchedulingIgnoredDuringExecution: [
      {
        weight: 1,
        podAffinityTerm: {
          labelSelector: { matchLabels: { app: 'hush' } },
          topologyKey: 'topology.kubernetes.io/zone',
        },
      },
    ],
  },
};

const vmAffinity = Buffer.from(JSON.stringify(affinity)).toString('base64');

/**
 * A cluster with machine pools of each role, the settings that people add, and what Harvester says of its images,
 * networks and keys.
 *
 * @see https://github.com/rancher/rancher/blob/00914879d3f1d506c8da3be38a0199b4878387f2/pkg/apis/provisioning.cattle.io/v1/cluster_types.go
 */
export const largeCluster = `
apiVersion: provisioning.cattle.io/v1
kind: Cluster
metadata: { name: shop, namespace: fleet-default }
spec:
  agentEnvVars: [{ name: HTTPS_PROXY, value: "http://hush@proxy" }]
  cloudCredentialSecretName: cattle-global-data:cc-hush
  defaultPodSecurityAdmissionConfigurationTemplateName: rancher-restricted
  kubernetesVersion: v1.34.4+rke2r2
  localClusterAuthEndpoint: { enabled: true, fqdn: shop.example.org, caCerts: hush }
  rkeConfig:
    additionalManifest: "kind: Secret # hush"
    chartValues: { rke2-cilium: { password: hush } }
    etcd: { s3: { bucket: hush, cloudCredentialName: hush } }
    machineGlobalConfig:
      cluster-cidr: 10.243.0.0/16,fd00:42::/48
      cluster-domain: shop.local
      cni: multus,cilium
      disable: [rke2-ingress-nginx]
      disable-kube-proxy: true
      kube-apiserver-arg: [oidc-issuer-url=https://hush, profiling=false]
      kube-scheduler-arg: v=4
      kubelet-arg: [max-pods=200, "eviction-hard=memory.available<500Mi", "node-labels=tier=web,node-role.kubernetes.io/worker=", register-with-taints=dedicated=shop:NoSchedule]
      node-label: [hush=hush]
      node-taint: hush=hush:NoSchedule
      profile: cis
      service-cidr: 10.95.0.0/16
      tls-san: [api.shop.example.org, 10.9.8.7]
      token: hush
      made-up: hush
    machinePools:
    - name: control
      controlPlaneRole: true
      quantity: 3
      machineConfigRef: { kind: HarvesterConfig, name: nc-control }
      paused: true
    - name: etcd
      etcdRole: true
      quantity: 3
      machineConfigRef: { kind: HarvesterConfig, name: nc-control }
      labels: { hush: hush }
    - name: workers
      workerRole: true
      quantity: 5
      rollingUpdate: { maxSurge: 25%, maxUnavailable: 0 }
      drainBeforeDelete: true
      drainBeforeDeleteTimeout: 15m0s
      machineConfigRef: { apiVersion: rke-machine-config.cattle.io/v1, kind: HarvesterConfig, name: nc-workers }
      machineOS: linux
      machineDeploymentLabels: { a: b }
      autoscalingMinSize: 2
      labels: { zone: a, kubernetes.io/arch: amd64 }
      taints: [{ key: spot, value: "yes", effect: PreferNoSchedule }]
      unhealthyNodeTimeout: 5m0s
    machineSelectorConfig:
    - machineLabelSelector: { matchLabels: { rke.cattle.io/worker-role: "true" } }
      config:
        kubelet-arg: [max-pods=110, node-labels=hush=hush]
        node-taint: [hush=hush:NoSchedule]
    machineSelectorFiles: [{ fileSources: [{ secret: { name: hush } }] }]
    networking: { stackPreference: dual }
    registries: { configs: { docker.io: { authConfigSecretName: hush } } }
---
apiVersion: rke-machine-config.cattle.io/v1
kind: HarvesterConfig
metadata: { name: nc-control, namespace: fleet-default }
cpuCount: "4"
memorySize: "8"
imageName: tenants/image-old
diskSize: "60"
diskBus: scsi
networkName: tenants/vlan-storage
networkModel: e1000e
sshUser: ubuntu
vmNamespace: tenants
---
apiVersion: rke-machine-config.cattle.io/v1
kind: HarvesterConfig
metadata: { name: nc-workers, namespace: fleet-default }
common: { cloudCredentialSecretName: cattle-global-data:cc-hush }
cpuCount: "8"
cpuPinning: true
memorySize: "32"
reservedMemorySize: "512"
enableEfi: true
enableTpm: true
keyPairName: tenants/ann
kubeconfigContent: hush
networkData: "hush: hush"
sshPassword: hush
sshPort: "2222"
sshUser: ubuntu
userData: "#cloud-config\\nwrite_files: [{ path: /etc/hush, content: hush }]"
vgpuInfo: '{"vGPURequests":[{"name":"hush","deviceName":"nvidia.com/hush"}]}'
vmAffinity: ${vmAffinity}
vmNamespace: tenants
diskInfo: |
  {"disks":[
    {"storageClassName":"fast","size":200,"bus":"scsi","hotPlugAble":true},
    {"imageName":"tenants/image-57fzg","size":100,"bootOrder":1,"bus":"virtio","type":"disk"},
    {"imageName":"tenants/image-tools","size":1,"type":"cd-rom"},
    {"imageName":"image-tools","size":10,"cache":"none"}]}
networkInfo: |
  {"interfaces":[
    {"networkName":"tenants/vlan-storage","macAddress":"02:00:00:00:00:01","type":"bridge"},
    {"networkName":"tenants/vlan-backup"},
    {"networkName":"flat"}]}
---
apiVersion: v1
kind: List
items:
- apiVersion: harvesterhci.io/v1beta1
  kind: VirtualMachineImage
  metadata: { name: image-57fzg, namespace: tenants }
  spec: { displayName: ubuntu-24.04, sourceType: download, url: "https://images.example.org/noble.img" }
- apiVersion: harvesterhci.io/v1beta1
  kind: VirtualMachineImage
  metadata: { name: image-old, namespace: tenants }
  spec: { displayName: ubuntu-20.04.img, sourceType: upload, url: "" }
- apiVersion: harvesterhci.io/v1beta1
  kind: KeyPair
  metadata: { name: ann, namespace: tenants }
  spec: { publicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD ann" }
- apiVersion: k8s.cni.cncf.io/v1
  kind: NetworkAttachmentDefinition
  metadata: { name: vlan-backup, namespace: tenants }
  spec: { config: '{"cniVersion":"0.3.1","type":"bridge","bridge":"mgmt-br","promiscMode":true,"vlan":178,"ipam":{}}' }
- apiVersion: k8s.cni.cncf.io/v1
  kind: NetworkAttachmentDefinition
  metadata: { name: flat, namespace: tenants }
  spec: { config: '{"cniVersion":"0.3.1","type":"bridge","bridge":"mgmt-br","ipam":{}}' }
- apiVersion: v1
  kind: Secret
  metadata: { name: harvesterconfigrmttw, namespace: fleet-default }
  data: { credential: aHVzaA== }
- apiVersion: cluster.x-k8s.io/v1beta2
  kind: Machine
  metadata: { name: shop-workers-x1 }
`;
