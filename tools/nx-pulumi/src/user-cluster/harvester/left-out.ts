// SPDX-License-Identifier: Apache-2.0
import { bookkeeping, commonReasons } from '../translate/left-out.ts';
import type { LeftOut } from '../translate/left-out.ts';
import { poolsPath } from './read-harvester-file.ts';
import { leftOutOfRke } from './left-out-rke.ts';

const ofRancher = 'no part of Rancher runs in the new cluster';

const ownPace =
  'an update of the stack replaces machines: maxSurge, maxUnavailable and drain of a pool say how';

/**
 * Keys of a machine pool.
 *
 * @see https://github.com/rancher/rancher/blob/00914879d3f1d506c8da3be38a0199b4878387f2/pkg/apis/provisioning.cattle.io/v1/cluster_types.go `RKEMachinePool`
 * @see https://github.com/rancher/rancher/blob/1667b37552a596d2b531d6f5a37f4586f598cea0/pkg/apis/rke.cattle.io/v1/rkemachine_types.go `RKECommonNodeConfig`
 */
const leftOutOfPools: LeftOut = {
  autoscalingMaxSize: commonReasons.noAutoscaler,
  autoscalingMinSize: commonReasons.noAutoscaler,
  cloudCredentialSecretName: commonReasons.ownAccount,
  displayName: 'a pool has one name',
  drainBeforeDelete: '',
  drainBeforeDeleteTimeout: '',
  dynamicSchemaSpec: '',
  hostnameLengthLimit: commonReasons.nodeNames,
  machineConfigRef: '',
  machineDeploymentAnnotations: commonReasons.onlyPoolLabels,
  machineDeploymentLabels: commonReasons.onlyPoolLabels,
  maxUnhealthy: commonReasons.noRepair,
  nodeStartupTimeout: commonReasons.joinSeconds,
  paused: commonReasons.noPause,
  unhealthyNodeTimeout: commonReasons.noRepair,
  unhealthyRange: commonReasons.noRepair,
};

/** Values of a machine pool that say nothing, or what a pool does anyway. */
export const usualOfPools: Readonly<Record<string, readonly string[]>> = {
  machineOS: ['linux'],
  paused: ['false'],
  unhealthyNodeTimeout: ['0s'],
};

/** Returns a table whose paths are below another one. */
const below = (path: string, reasons: LeftOut): LeftOut =>
  Object.fromEntries(Object.entries(reasons).map(([key, reason]) => [`${path}.${key}`, reason]));

/** Path of the settings that all machines have. */
export const globalPath = 'spec.rkeConfig.machineGlobalConfig';

/** Path of the list of settings, of which some may be for a part of the machines only. */
export const selectorPath = 'spec.rkeConfig.machineSelectorConfig';

/**
 * Keys of a Cluster.
 *
 * @see https://github.com/rancher/rancher/blob/00914879d3f1d506c8da3be38a0199b4878387f2/pkg/apis/provisioning.cattle.io/v1/cluster_types.go `ClusterSpec`, `RKEConfig`
 * @see https://github.com/rancher/rancher/blob/01af61f0c2406cb65e125fd813cbf028bd7b404e/pkg/apis/rke.cattle.io/v1/cluster_configuration_types.go `ClusterConfiguration`
 * @see https://github.com/rancher/rancher/blob/0c2a0655b05a42ddca3f48c27c9fd56c9f4b358a/pkg/apis/rke.cattle.io/v1/etcd.go `ETCD`
 */
export const leftOutOfClusters: LeftOut = {
  ...bookkeeping,
  'metadata.name': '',
  'spec.agentEnvVars': ofRancher,
  'spec.cloudCredentialSecretName': commonReasons.ownAccount,
  'spec.clusterAPIConfig': '',
  'spec.clusterAgentDeploymentCustomization': ofRancher,
  'spec.defaultClusterRoleForProjectMembers': ofRancher,
  'spec.defaultPodSecurityAdmissionConfigurationTemplateName':
    'the API server has the defaults of Kubernetes: label the namespaces that need more',
  'spec.enableNetworkPolicy': ofRancher,
  'spec.fleetAgentDeploymentCustomization': ofRancher,
  'spec.localClusterAuthEndpoint': commonReasons.ownEndpoint,
  'spec.localClusterAuthEndpoint.enabled': '',
  'spec.redeploySystemAgentGeneration': '',
  'spec.rkeConfig.additionalManifest': commonReasons.delivered,
  'spec.rkeConfig.chartValues': 'the pod network and what else is installed are those of Strata',
  'spec.rkeConfig.chartValues.harvester-cloud-provider':
    'each cluster has a cloud controller of its own on the infra cluster',
  'spec.rkeConfig.dataDirectories': 'machines have the folders of kubeadm',
  'spec.rkeConfig.etcd': 'say backup, which has a target outside of the cluster',
  'spec.rkeConfig.etcd.disableSnapshots': '',
  'spec.rkeConfig.etcdSnapshotCreate': '',
  'spec.rkeConfig.etcdSnapshotRestore': '',
  'spec.rkeConfig.infrastructureRef': '',
  'spec.rkeConfig.machinePoolDefaults.hostnameLengthLimit': commonReasons.nodeNames,
  ...below(poolsPath, leftOutOfPools),
  ...below(globalPath, leftOutOfRke),
  ...below(`${selectorPath}.config`, leftOutOfRke),
  [`${selectorPath}.machineLabelSelector`]: '',
  'spec.rkeConfig.machineSelectorFiles': commonReasons.inImage,
  'spec.rkeConfig.networking': 'clusters have addresses of IPv4 only',
  'spec.rkeConfig.provisionGeneration': '',
  'spec.rkeConfig.registries': 'say kubernetes.registries, where images come from a mirror',
  'spec.rkeConfig.rotateCertificates': '',
  'spec.rkeConfig.rotateEncryptionKeys': '',
  'spec.rkeConfig.upgradeStrategy': ownPace,
};

/** Values of a Cluster that say nothing, or what a cluster has anyway. */
export const usualOfClusters: Readonly<Record<string, readonly string[]>> = {
  'spec.enableNetworkPolicy': ['false'],
  'spec.rkeConfig.networking.stackPreference': ['ipv4'],
};
