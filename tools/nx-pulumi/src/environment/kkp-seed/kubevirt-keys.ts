// SPDX-License-Identifier: Apache-2.0
import type { SeedKeys } from './seed-key.ts';

const defaults = 'kubevirt-stack:userClusterDefaults';
const classes = `${defaults}.storage.classes`;

const noSubnets =
  'machines are in the pod network of the infra cluster, which has no VPCs and subnets; network.vlans gives a cluster networks of its own';
const noTopology =
  'classes of storage.classes have no topology: name one of the infra cluster whose volumes every host reaches';
const ownSizes =
  'a size says how machines get their CPUs: kubevirt-stack:instancetypes, where dedicatedCpus makes them dedicated';

/** Keys of `spec.kubevirt` of a datacenter: upstream's `DatacenterSpecKubevirt`. */
export const kubevirtKeys: SeedKeys = {
  namespacedMode: {
    line: 923,
    leftOut: 'each cluster has a namespace of its own on the infra cluster',
  },
  'namespacedMode.enabled': { line: 1060, of: 'namespacedMode', usual: ['false'] },
  'namespacedMode.name': { line: 1063, of: 'namespacedMode', usual: ['kubevirt-workload'] },
  dnsPolicy: {
    line: 931,
    leftOut:
      "machines have the policy None: they ask network.dns.servers alone, for the infra cluster's servers tell the names of all clusters' Services",
    usual: ['None'],
  },
  'dnsConfig.nameservers': { line: 935, becomes: `${defaults}.network.dns.servers` },
  'dnsConfig.searches': { line: 935, becomes: `${defaults}.network.dns.searches` },
  'dnsConfig.options': { line: 935, becomes: `${defaults}.network.dns.ndots` },
  enableDefaultNetworkPolicies: {
    line: 939,
    leftOut: 'each cluster is always isolated; isolation says who may connect all the same',
    usual: ['true'],
  },
  enableDedicatedCpus: { line: 945, leftOut: ownSizes, usual: ['false'] },
  usePodResourcesCPU: { line: 949, leftOut: ownSizes, usual: ['false'] },
  'customNetworkPolicies[].name': {
    line: 1115,
    becomes: `${defaults}.isolation.customNetworkPolicies[].name`,
  },
  'customNetworkPolicies[].spec': {
    line: 1117,
    becomes: `${defaults}.isolation.customNetworkPolicies[].spec`,
  },
  'images.http.operatingSystems': { line: 1148, becomes: 'kubevirt-stack:images' },
  'infraStorageClasses[].name': { line: 1067, becomes: `${classes}[].infraClass` },
  'infraStorageClasses[].isDefaultClass': { line: 1072, becomes: `${classes}[].default` },
  'infraStorageClasses[].volumeBindingMode': {
    line: 1075,
    becomes: `${classes}[].volumeBindingMode`,
  },
  'infraStorageClasses[].labels': {
    line: 1079,
    leftOut: 'classes of storage.classes have no labels',
  },
  'infraStorageClasses[].zones': { line: 1082, leftOut: noTopology },
  'infraStorageClasses[].regions': { line: 1085, leftOut: noTopology },
  'infraStorageClasses[].volumeProvisioner': { line: 1092, becomes: classes },
  'infraStorageClasses[].reclaimPolicy': { line: 1095, becomes: `${classes}[].reclaimPolicy` },
  'infraStorageClasses[].allowVolumeExpansion': { line: 1097, becomes: `${classes}[].expansion` },
  'infraVolumeSnapshotClasses[].infraVolumeSnapshotClass': {
    line: 1102,
    becomes: `${classes}[].snapshotClass`,
  },
  'infraVolumeSnapshotClasses[].isDefaultClass': {
    line: 1107,
    becomes: `${classes}[].snapshotClass`,
  },
  'infraVolumeSnapshotClasses[].deletionPolicy': {
    line: 1109,
    leftOut: 'a snapshot goes with the VolumeSnapshot inside the cluster',
    usual: ['Delete'],
  },
  providerNetwork: { line: 969, leftOut: noSubnets },
  'providerNetwork.name': { line: 1013, of: 'providerNetwork' },
  'providerNetwork.networkPolicyEnabled': { line: 1016, of: 'providerNetwork' },
  'providerNetwork.networkPolicy.enabled': { line: 1022, of: 'providerNetwork' },
  'providerNetwork.networkPolicy.mode': { line: 1025, of: 'providerNetwork' },
  'providerNetwork.vpcs[].name': { line: 1041, of: 'providerNetwork' },
  'providerNetwork.vpcs[].subnets[].name': { line: 1047, of: 'providerNetwork' },
  'providerNetwork.vpcs[].subnets[].zones': { line: 1050, of: 'providerNetwork' },
  'providerNetwork.vpcs[].subnets[].regions': { line: 1053, of: 'providerNetwork' },
  'providerNetwork.vpcs[].subnets[].cidr': { line: 1055, of: 'providerNetwork' },
  ccmZoneAndRegionEnabled: { line: 972, becomes: 'user-cluster:cloud.zones' },
  ccmLoadBalancerEnabled: { line: 975, becomes: 'user-cluster:cloud.loadBalancers' },
  vmEvictionStrategy: {
    line: 979,
    leftOut:
      'say evictionStrategy of controlPlane and of each pool; External is not there, for machines drain themselves',
    usual: ['LiveMigrateIfPossible'],
  },
  csiDriverOperator: {
    line: 982,
    leftOut: 'kubevirt-stack:registryMirror says where the images of all controllers come from',
  },
  'csiDriverOperator.overwriteRegistry': { line: 982, of: 'csiDriverOperator' },
  matchSubnetAndStorageLocation: {
    line: 987,
    leftOut: 'there are no subnets, and storage has no topology',
    usual: ['false'],
  },
  disableDefaultInstanceTypes: {
    line: 990,
    leftOut: 'the sizes of the group standard are always there (kubevirt-stack:flavors)',
    usual: ['false'],
  },
  disableDefaultPreferences: {
    line: 992,
    leftOut: 'the preferences of the group standard are always there (kubevirt-stack:flavors)',
    usual: ['false'],
  },
  nodeDefaults: {
    line: 998,
    leftOut: 'each pool says its size and its disk; a profile can say pools for several clusters',
  },
  'nodeDefaults.cpus': { line: 1004, of: 'nodeDefaults' },
  'nodeDefaults.memory': { line: 1006, of: 'nodeDefaults' },
  'nodeDefaults.primaryDiskSize': { line: 1008, of: 'nodeDefaults' },
};
