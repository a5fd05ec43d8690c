// SPDX-License-Identifier: Apache-2.0
import type { Source } from './source.ts';

/** Keys of KKP without a counterpart, by the path at which they or those below them stand, and why. */
export type LeftOut = Readonly<Record<string, string>>;

const provider = 'spec.template.spec.providerSpec.value';
const cloud = `${provider}.cloudProviderSpec`;
const machine = `${cloud}.virtualMachine`;

/** Keys that say nothing about the machines that a MachineDeployment asks for. */
const bookkeeping = {
  'metadata.annotations': '',
  'metadata.creationTimestamp': '',
  'metadata.finalizers': '',
  'metadata.generation': '',
  'metadata.labels': '',
  'metadata.managedFields': '',
  'metadata.namespace': '',
  'metadata.ownerReferences': '',
  'metadata.resourceVersion': '',
  'metadata.uid': '',
  apiVersion: '',
  kind: '',
  status: '',
} as const;

const noAutoscaler = 'nothing but an update of the stack changes the number of machines of a pool';

const noTunnel = 'control planes reach their nodes without a tunnel';

/**
 * Keys of a MachineDeployment. An empty reason: nobody misses them.
 *
 * @see https://github.com/kubermatic/machine-controller/blob/main/sdk/cloudprovider/kubevirt/types.go
 * @see https://github.com/kubermatic/machine-controller/blob/main/sdk/providerconfig/types.go
 */
export const leftOutOfPools: LeftOut = {
  ...bookkeeping,
  'metadata.annotations.cluster.k8s.io/cluster-api-autoscaler-node-group-min-size': noAutoscaler,
  'metadata.annotations.cluster.k8s.io/cluster-api-autoscaler-node-group-max-size': noAutoscaler,
  'spec.selector': '',
  'spec.template.metadata': '',
  'spec.template.spec.metadata.creationTimestamp': '',
  'spec.revisionHistoryLimit': '',
  'spec.paused': 'nothing changes but by an update of the stack',
  'spec.progressDeadlineSeconds': 'joinSeconds of a pool says how long a machine may take (3600)',
  'spec.template.spec.metadata.annotations': 'nodes have labels and taints of their pool only',
  'spec.template.spec.versions': 'kubernetes.version is that of all machines',
  'spec.template.spec.dynamicConfig': 'kubelets have one configuration, that of their pool',
  'spec.template.spec.configSource': 'kubelets have one configuration, that of their pool',
  [`${provider}.caPublicKey`]: 'there are no certificates for SSH',
  [`${provider}.network`]:
    'addresses of the pod network come from the infra cluster; interfaces is for others',
  [`${provider}.operatingSystemSpec`]:
    'machines are replaced by those of a newer image, and not updated in place',
  [`${provider}.overwriteCloudConfig`]: 'the infra cluster is that of the environment',
  [`${cloud}.auth`]:
    'the infra cluster is that of the environment, and each cluster has an account of its own there',
  [`${cloud}.kubeconfig`]:
    'the infra cluster is that of the environment, and each cluster has an account of its own there',
  [`${cloud}.clusterName`]: '',
  [`${cloud}.namespace`]: 'follows from the name of the cluster',
  [`${machine}.flavor`]: 'an instancetype and a preference say it',
  [`${machine}.instancetype`]:
    'instance types are those of the whole platform: kubevirt-stack:instancetypes',
  [`${machine}.preference`]:
    'preferences are those of the whole platform: kubevirt-stack:preferences',
  [`${machine}.enableNetworkMultiQueue`]: 'the preference of the machine decides it',
  [`${machine}.providerNetwork`]:
    'there are no VPCs; network.vlans and interfaces give a cluster networks of its own',
  [`${machine}.template.primaryDisk.dataVolumeSecretRef`]:
    "the platform's images are fetched by the platform",
  [`${machine}.template.primaryDisk.extraHeaders`]:
    "the platform's images are fetched by the platform",
  [`${machine}.template.primaryDisk.extraHeadersSecretRef`]:
    "the platform's images are fetched by the platform",
  [`${machine}.template.primaryDisk.pullMethod`]: "CDI's own default, the importer's pod",
  [`${machine}.template.primaryDisk.source`]: '',
  [`${machine}.template.primaryDisk.storageTarget`]: '',
};

/**
 * Keys of a Cluster. An empty reason: nobody misses them.
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
  'spec.exposeStrategy': 'the API has an address of its own: controlPlane.endpoint',
  'spec.features': '',
  'spec.humanReadableName': '',
  'spec.mla': 'monitoring inside a cluster is for those who own it',
  'spec.oidc': 'say oidc, which takes several issuers',
  'spec.opaIntegration': 'policies inside a cluster are for those who own it',
  'spec.pause': '',
  'spec.updateWindow': 'windows of its ring say when a cluster is updated (docs/gitops.md)',
};

/** Returns what an object has that a new cluster does not get, each with the reason. */
export function leftOutLines(name: string, { rest }: Source, reasons: LeftOut): string[] {
  const known = Object.keys(reasons);
  const reasonOf = (path: string) => {
    const above = known.filter((one) => path === one || path.startsWith(`${one}.`));
    // The most exact one.
    return above.sort((one, other) => other.length - one.length)[0];
  };
  const lines = rest.map((path) => {
    const key = reasonOf(path);
    if (key === undefined) return `${name}: ${path} is left out: it is not known here`;
    return reasons[key] === '' ? '' : `${name}: ${key} is left out: ${reasons[key] ?? ''}`;
  });
  return [...new Set(lines)].filter((line) => line !== '');
}
