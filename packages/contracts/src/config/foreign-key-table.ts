// SPDX-License-Identifier: Apache-2.0

/** The tools that users may come from. */
type Tool = 'CAPI' | 'CAPK' | 'Harvester' | 'KKP' | 'KubeOne' | 'KubeVirt' | 'Kubernetes';

/** A key of another tool, and the key of Strata for the same purpose. */
export interface ForeignKey {
  readonly tool: Tool;
  /**
   * Candidates for its path in Strata, relative to the mapping that the key is in or to one around
   * it; the first that exists is used.
   */
  readonly belongs?: readonly (readonly string[])[];
  /** Further explanation. */
  readonly words?: string;
}

const inMachine = (...path: string[]) => [path];

/** Explanation for keys that other tools set to the URL of an image file on a web server. */
const imageByName =
  'the name of an image of the platform, which has the URL and the checksum in kubevirt-stack:images';

const inPoolItself = 'what is in it stands in the pool itself';

/**
 * Returns the paths of a value that a cluster sets for itself, and a platform for all of its
 * clusters.
 */
const forClusters = (...path: string[]) => [['userClusterDefaults', ...path], path];

/**
 * Keys of other tools that Strata has under another name, or on another level.
 *
 * KKP: `RawConfig` of k8c.io/machine-controller/sdk/cloudprovider/kubevirt (types.go), its earlier
 * flat form in the proposals of kubermatic/kubermatic, and `DatacenterSpecKubevirt` of
 * k8c.io/kubermatic/sdk/apis/kubermatic/v1 (datacenter.go), `MachineDeploymentSpec` of
 * k8c.io/machine-controller/sdk/apis/cluster/v1alpha1. CAPK: `KubevirtMachineSpec` and
 * `KubevirtClusterSpec` of sigs.k8s.io/cluster-api-provider-kubevirt/api/v1alpha1. KubeVirt:
 * `VirtualMachineSpec`, `VirtualMachineInstanceSpec`, `KubeVirtSpec` of kubevirt.io/api/core/v1.
 * KubeOne: `KubeOneCluster` of its API v1beta2 (types.go). CAPI: `ClusterSpec` and
 * `KubeadmControlPlaneSpec` of sigs.k8s.io/cluster-api. Harvester: `harvester_virtualmachine` of its
 * Terraform provider, and the node driver of Rancher.
 */
export const foreignKeys: Readonly<Record<string, ForeignKey>> = {
  podAffinityPreset: { tool: 'KKP', belongs: inMachine('scheduling', 'podAffinityPreset') },
  podAntiAffinityPreset: { tool: 'KKP', belongs: inMachine('scheduling', 'podAntiAffinityPreset') },
  nodeAffinityPreset: { tool: 'KKP', belongs: inMachine('scheduling', 'nodeAffinityPreset') },
  nodeAntiAffinityPreset: {
    tool: 'KKP',
    belongs: inMachine('scheduling', 'nodeAntiAffinityPreset'),
  },
  topologySpreadConstraints: {
    tool: 'KKP',
    belongs: [['scheduling', 'spread'], ['spread']],
  },
  tolerations: { tool: 'KubeVirt', belongs: inMachine('scheduling', 'tolerations') },
  nodeSelector: { tool: 'KubeVirt', belongs: inMachine('scheduling', 'nodeSelector') },
  priorityClassName: { tool: 'KubeVirt', belongs: inMachine('scheduling', 'priorityClassName') },
  affinity: {
    tool: 'KubeVirt',
    belongs: inMachine('scheduling'),
    words: 'as nodeAffinityPreset, podAntiAffinityPreset and their like',
  },
  tolerationSeconds: { tool: 'Kubernetes', belongs: [['seconds']] },
  pvcSize: { tool: 'KKP', belongs: inMachine('rootDisk', 'sizeGiB'), words: 'a number of GiB' },
  storageClassName: { tool: 'KKP', belongs: [['className'], ['rootDisk', 'className']] },
  sourceURL: { tool: 'KKP', belongs: inMachine('rootDisk', 'image'), words: imageByName },
  osImage: { tool: 'KKP', belongs: inMachine('rootDisk', 'image'), words: imageByName },
  primaryDisk: { tool: 'KKP', belongs: inMachine('rootDisk') },
  secondaryDisks: { tool: 'KKP', belongs: inMachine('disks'), words: 'with kind: data' },
  containerDisk: {
    tool: 'KubeVirt',
    belongs: inMachine('rootDisk', 'image'),
    words: 'with docker:// before it, and ephemeral: true',
  },
  dataVolumeTemplates: { tool: 'KubeVirt', belongs: inMachine('disks'), words: 'with kind: data' },
  cpus: { tool: 'KKP', belongs: [['cpu']] },
  memory: { tool: 'KKP', belongs: [['memoryGiB']], words: 'a number of GiB' },
  flavor: { tool: 'KKP', belongs: [['instancetype']] },
  operatingSystem: { tool: 'KKP', belongs: inMachine('rootDisk', 'image') },
  operatingSystemSpec: { tool: 'KKP', words: 'machines are replaced and never updated in place' },
  sshPublicKeys: {
    tool: 'KKP',
    belongs: [['authorizedKeys'], ['access', 'ssh', 'authorizedKeys']],
  },
  caPublicKey: {
    tool: 'KKP',
    words: 'there are no certificates for SSH; authorizedKeys are public keys',
  },
  providerSpec: { tool: 'KKP', words: inPoolItself },
  cloudProviderSpec: { tool: 'KKP', words: inPoolItself },
  virtualMachine: { tool: 'KKP', words: inPoolItself },
  strategy: { tool: 'KKP', belongs: [['maxSurge']], words: 'and maxUnavailable' },
  rollingUpdate: { tool: 'KKP', belongs: [['maxSurge']], words: 'and maxUnavailable' },
  progressDeadlineSeconds: {
    tool: 'KKP',
    belongs: [['joinSeconds']],
    words: 'for each machine, without the time to drain',
  },
  paused: { tool: 'KKP', words: 'nothing changes but by an update of the stack' },
  revisionHistoryLimit: { tool: 'KKP', words: 'the history is that of Git' },
  versions: { tool: 'KKP', belongs: [['kubernetesVersion'], ['kubernetes', 'version']] },
  enableDefaultNetworkPolicies: {
    tool: 'KKP',
    words: 'they are always there; isolation says who may connect beside them',
  },
  infraStorageClasses: { tool: 'KKP', belongs: forClusters('storage', 'classes') },
  customNetworkPolicies: {
    tool: 'KKP',
    belongs: forClusters('isolation', 'customNetworkPolicies'),
  },
  dnsConfig: { tool: 'KKP', belongs: forClusters('network', 'dns') },
  dnsPolicy: {
    tool: 'KKP',
    belongs: forClusters('network', 'dns'),
    words:
      'machines have the policy None and the servers that are named there; pools may say dnsPolicy',
  },
  networks: {
    tool: 'KubeVirt',
    belongs: [['network', 'vlans']],
    words: 'and interfaces of machines',
  },
  monitorNamespace: {
    tool: 'KubeVirt',
    belongs: [['monitoring']],
    words: 'Strata sets it itself, to the namespace of the Prometheus that it installs',
  },
  monitorAccount: {
    tool: 'KubeVirt',
    belongs: [['monitoring']],
    words: 'Strata sets it itself, to the account of the Prometheus that it installs',
  },
  vmEvictionStrategy: {
    tool: 'KKP',
    belongs: [['evictionStrategy'], ['kubevirt', 'evictionStrategy']],
  },
  runStrategy: { tool: 'KubeVirt', words: 'machines always run; set replicas for more or fewer' },
  running: { tool: 'KubeVirt', words: 'machines always run; set replicas for more or fewer' },
  terminationGracePeriodSeconds: {
    tool: 'KubeVirt',
    belongs: [['drain']],
    words: 'its two times and a margin are the grace period',
  },
  virtualMachineTemplate: { tool: 'CAPK', words: inPoolItself },
  virtualMachineBootstrapCheck: {
    tool: 'CAPK',
    words: 'a machine is ready when its kubelet or API answers',
  },
  controlPlaneServiceTemplate: {
    tool: 'CAPK',
    belongs: [['controlPlane', 'endpoint'], ['endpoint']],
  },
  infraClusterSecretRef: {
    tool: 'CAPK',
    words: 'the infra cluster is that of the environment in the name of the stack',
  },
  clusterNetwork: {
    tool: 'KKP',
    belongs: [['kubernetes', 'podCidr'], ['podCidr'], ['kubeone', 'network'], ['network']],
    words: 'the ranges of pods and of Services have a key each',
  },
  exposeStrategy: {
    tool: 'KKP',
    belongs: [['controlPlane', 'endpoint']],
    words: 'the API has an address of a load balancer pool',
  },
  apiServerAllowedIPRanges: { tool: 'KKP', belongs: [['isolation', 'apiSources']] },
  containerRuntime: { tool: 'KKP', words: 'machines have containerd' },
  sshKeys: { tool: 'KKP', belongs: [['authorizedKeys'], ['access', 'ssh', 'authorizedKeys']] },
  machineDeployments: { tool: 'KKP', belongs: [['pools']] },
  workers: { tool: 'KubeOne', belongs: [['pools'], ['hosts']] },
  staticWorkers: { tool: 'KubeOne', belongs: [['hosts']], words: 'with role: worker' },
  controlPlane: { tool: 'KubeOne', belongs: [['hosts']], words: 'with role: control-plane' },
  hostname: { tool: 'KubeOne', belongs: [['name']] },
  cloudProvider: { tool: 'KubeOne', words: 'hosts and machines stand in the files' },
  encryptionProviders: {
    tool: 'KubeOne',
    belongs: [['kubeone', 'features', 'encryptionAtRest']],
  },
  podSubnet: {
    tool: 'KubeOne',
    belongs: [['kubeone', 'network', 'podSubnet'], ['podCidr'], ['kubernetes', 'podCidr']],
  },
  serviceSubnet: {
    tool: 'KubeOne',
    belongs: [
      ['kubeone', 'network', 'serviceSubnet'],
      ['serviceCidr'],
      ['kubernetes', 'serviceCidr'],
    ],
  },
  apiEndpoint: {
    tool: 'KubeOne',
    belongs: [
      ['kubeone', 'apiEndpoint'],
      ['controlPlane', 'endpoint'],
    ],
  },
  controlPlaneEndpoint: { tool: 'CAPI', belongs: [['controlPlane', 'endpoint']] },
  host: { tool: 'CAPI', belongs: [['address']] },
  kubeadmConfigSpec: { tool: 'CAPI', words: 'Strata writes the configuration of kubeadm' },
  machineTemplate: { tool: 'CAPI', words: 'what is in it stands beside it' },
  domain: { tool: 'KubeVirt', words: 'cpu, memoryGiB, disks and interfaces stand beside it' },
  resources: { tool: 'Kubernetes', belongs: [['cpu']], words: 'and memoryGiB' },
  cpuCount: { tool: 'Harvester', belongs: [['cpu']] },
  memorySize: { tool: 'Harvester', belongs: [['memoryGiB']], words: 'a number of GiB' },
  diskSize: {
    tool: 'Harvester',
    belongs: inMachine('rootDisk', 'sizeGiB'),
    words: 'a number of GiB',
  },
  imageName: { tool: 'Harvester', belongs: inMachine('rootDisk', 'image') },
  networkName: { tool: 'Harvester', belongs: [['interfaces']] },
};
