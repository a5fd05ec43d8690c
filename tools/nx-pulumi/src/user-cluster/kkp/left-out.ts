// SPDX-License-Identifier: Apache-2.0
import { bookkeeping, commonReasons } from '../translate/left-out.ts';
import type { LeftOut } from '../translate/left-out.ts';

const provider = 'spec.template.spec.providerSpec.value';
const cloud = `${provider}.cloudProviderSpec`;
const machine = `${cloud}.virtualMachine`;

const noTunnel = 'control planes reach their nodes without a tunnel';

/**
 * Keys of a MachineDeployment.
 *
 * @see https://github.com/kubermatic/machine-controller/blob/main/sdk/cloudprovider/kubevirt/types.go
 * @see https://github.com/kubermatic/machine-controller/blob/main/sdk/providerconfig/types.go
 */
export const leftOutOfPools: LeftOut = {
  ...bookkeeping,
  'metadata.annotations.cluster.k8s.io/cluster-api-autoscaler-node-group-min-size':
    commonReasons.noAutoscaler,
  'metadata.annotations.cluster.k8s.io/cluster-api-autoscaler-node-group-max-size':
    commonReasons.noAutoscaler,
  'spec.selector': '',
  'spec.template.metadata': '',
  'spec.template.spec.metadata.creationTimestamp': '',
  'spec.revisionHistoryLimit': '',
  'spec.paused': commonReasons.noPause,
  'spec.progressDeadlineSeconds': commonReasons.joinSeconds,
  'spec.template.spec.metadata.annotations': commonReasons.onlyPoolLabels,
  'spec.template.spec.versions': commonReasons.oneVersion,
  'spec.template.spec.dynamicConfig': 'kubelets have one configuration, that of their pool',
  'spec.template.spec.configSource': 'kubelets have one configuration, that of their pool',
  [`${provider}.caPublicKey`]: 'there are no certificates for SSH',
  [`${provider}.network`]:
    'addresses of the pod network come from the infra cluster; interfaces is for others',
  [`${provider}.operatingSystemSpec`]:
    'machines are replaced by those of a newer image, and not updated in place',
  [`${provider}.overwriteCloudConfig`]: 'the infra cluster is that of the environment',
  [`${cloud}.auth`]: commonReasons.ownAccount,
  [`${cloud}.kubeconfig`]: commonReasons.ownAccount,
  [`${cloud}.clusterName`]: '',
  [`${cloud}.namespace`]: commonReasons.namespaceFollows,
  [`${machine}.flavor`]: 'an instancetype and a preference say it',
  [`${machine}.instancetype`]: commonReasons.platformSizes,
  [`${machine}.preference`]: commonReasons.platformPreferences,
  [`${machine}.enableNetworkMultiQueue`]: commonReasons.preferenceDecides,
  [`${machine}.providerNetwork`]:
    'there are no VPCs; network.vlans and interfaces give a cluster networks of its own',
  [`${machine}.template.primaryDisk.dataVolumeSecretRef`]: commonReasons.platformFetches,
  [`${machine}.template.primaryDisk.extraHeaders`]: commonReasons.platformFetches,
  [`${machine}.template.primaryDisk.extraHeadersSecretRef`]: commonReasons.platformFetches,
  [`${machine}.template.primaryDisk.pullMethod`]: "CDI's own default, the importer's pod",
  [`${machine}.template.primaryDisk.source`]: '',
  [`${machine}.template.primaryDisk.storageTarget`]: '',
};

/**
 * Keys of a Cluster.
 *
 * @see https://github.com/kubermatic/kubermatic/blob/main/sdk/apis/kubermatic/v1/cluster.go
 */
export const leftOutOfClusters: LeftOut = {
  ...bookkeeping,
  'metadata.name': '',
  address: '',
  'spec.admissionPlugins': 'the API server has the usual ones',
  'spec.apiServerAllowedIPRanges': 'say isolation.apiSources',
  'spec.backupConfig': 'say backup',
  'spec.cloud':
    'the infra cluster is that of the environment; storage.classes says which storage there is inside',
  'spec.clusterNetwork':
    'clusters of one environment share no addresses: these are the next free ones of its plan',
  'spec.clusterNetwork.coreDNSReplicas': "CoreDNS has kubeadm's own number of pods",
  'spec.clusterNetwork.ipvs': 'kube-proxy has its default, iptables, unless Cilium replaces it',
  'spec.clusterNetwork.konnectivityEnabled': noTunnel,
  'spec.clusterNetwork.nodeCidrMaskSizeIPv4': 'each node has a /24 of podCidr',
  'spec.clusterNetwork.nodeCidrMaskSizeIPv6': 'clusters have addresses of IPv4 only',
  'spec.clusterNetwork.nodeLocalDNSCacheEnabled': 'pods ask CoreDNS',
  'spec.clusterNetwork.tunnelingAgentIP': noTunnel,
  'spec.auditLogging.webhookBackend':
    'its Secret is not here: say audit.webhook, with the url and the token of it',
  'spec.cniPlugin': 'Cilium of the version of this release',
  'spec.componentsOverride':
    'control planes are machines: controlPlane says how large and how many',
  'spec.containerRuntime': 'it is containerd',
  'spec.encryptionConfiguration': 'Secrets are always encrypted',
  'spec.exposeStrategy': commonReasons.ownEndpoint,
  'spec.features': '',
  'spec.humanReadableName': '',
  'spec.mla': 'monitoring inside a cluster is for those who own it',
  'spec.oidc': 'say oidc, which takes several issuers',
  'spec.opaIntegration': 'policies inside a cluster are for those who own it',
  'spec.pause': '',
  'spec.updateWindow': 'windows of its ring say when a cluster is updated (docs/gitops.md)',
};
