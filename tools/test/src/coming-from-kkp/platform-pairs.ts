// SPDX-License-Identifier: Apache-2.0
import type { Arrival, Pair, PairSection, Place } from './pair.ts';

const platform = (key: string, value: unknown): Place => ({ stack: 'platform', key, value });
const becomes = (object: string, path: string, value: unknown): Arrival => ({
  stack: 'platform',
  object,
  path,
  value,
});
const inCluster = (object: string, path: string, value: unknown): Arrival => ({
  stack: 'cluster',
  object,
  path,
  value,
});

const kubevirt = 'KubeVirt kubevirt';
const size = (name: string) => `VirtualMachineClusterInstancetype ${name}`;

/** Objects that people apply by hand before KKP can use a cluster. */
const installation: readonly Pair[] = [
  {
    kkp: 'a cluster on bare metal, made by KubeOne',
    place: { stack: 'infra', key: 'provisioner', value: 'kubeone' },
    arrival: {
      stack: 'infra',
      object: 'KubeOneCluster from-kkp',
      path: 'cloudProvider',
      value: { none: {} },
    },
    words: '`provisioner: existing` for a cluster that is there',
  },
  {
    kkp: 'what hosts must have',
    says: '2 CPUs, 4 GB of memory, 30 GB of storage',
    place: { stack: 'infra', key: 'preflight.diskGB', value: 30 },
    words: '[asked of each host](host-preflight.md) before anything is installed',
  },
  {
    kkp: 'RELEASE of the operators',
    place: platform('release', 'v1.8'),
    words: 'one name for versions that are tested together, instead of one for each operator',
  },
  {
    kkp: 'KubeVirt: `spec.configuration.developerConfiguration.featureGates`',
    says: 'eight gates',
    place: platform('kubevirt.featureGates', [
      'ExperimentalIgnitionSupport',
      'DataVolumes',
      'LiveMigration',
      'CPUManager',
      'CPUNodeDiscovery',
      'Sidecar',
      'Snapshot',
      'HotplugVolumes',
    ]),
    arrival: becomes(kubevirt, 'spec.configuration.developerConfiguration.featureGates', [
      'CPUManager',
      'ExpandDisks',
      'ExperimentalIgnitionSupport',
      'HotplugVolumes',
      'Sidecar',
      'Snapshot',
    ]),
    words:
      'gates whose feature is always on in this KubeVirt are left out with a note, and what user clusters need is added',
  },
  {
    kkp: 'KubeVirt: `spec.monitorNamespace`',
    says: 'yours',
    arrival: becomes(kubevirt, 'spec.monitorNamespace', 'monitoring'),
    words: 'the platform installs Prometheus and names it itself',
  },
  {
    kkp: 'KubeVirt: `spec.monitorAccount`',
    says: 'yours',
    arrival: becomes(kubevirt, 'spec.monitorAccount', 'prometheus-k8s'),
    words: 'as above',
  },
  {
    kkp: 'prometheus-operator, and a Prometheus',
    place: platform('monitoring.prometheus.storage.sizeGiB', 50),
    arrival: becomes(
      'Prometheus platform',
      'spec.storage.volumeClaimTemplate.spec.resources.requests.storage',
      '50Gi',
    ),
    words: '`monitoring.grafana` adds Grafana, with dashboards',
  },
  {
    kkp: 'CDI: `spec.config.featureGates`',
    says: 'HonorWaitForFirstConsumer',
    arrival: becomes('CDI cdi', 'spec.config.featureGates', ['HonorWaitForFirstConsumer']),
    words: 'on by default, and required as soon as a StorageClass binds late',
  },
  {
    kkp: 'instance type `standard-2`',
    says: '2 CPUs, 8Gi',
    place: platform('flavors', ['standard']),
    arrival: becomes(size('standard-2'), 'spec', { cpu: { guest: 2 }, memory: { guest: '8Gi' } }),
  },
  {
    kkp: 'instance type `standard-4`',
    says: '4 CPUs, 16Gi',
    place: platform('flavors', ['standard']),
    arrival: becomes(size('standard-4'), 'spec', { cpu: { guest: 4 }, memory: { guest: '16Gi' } }),
  },
  {
    kkp: 'instance type `standard-8`',
    says: '8 CPUs, 32Gi',
    place: platform('flavors', ['standard']),
    arrival: becomes(size('standard-8'), 'spec', { cpu: { guest: 8 }, memory: { guest: '32Gi' } }),
  },
  {
    kkp: 'preference `sockets-advantage`',
    says: 'as many sockets as CPUs',
    place: platform('flavors', ['standard']),
    arrival: becomes(
      'VirtualMachineClusterPreference sockets-advantage',
      'spec.cpu.preferredCPUTopology',
      'sockets',
    ),
    words: 'KubeVirt has given `preferSockets` this name',
  },
  {
    kkp: 'a `VirtualMachineClusterInstancetype` of your own',
    place: platform('instancetypes[0].name', 'database-6'),
    arrival: becomes(size('database-6'), 'spec', { cpu: { guest: 6 }, memory: { guest: '48Gi' } }),
  },
  {
    kkp: 'a `VirtualMachineClusterPreference` of your own',
    place: platform('preferences[0].name', 'threads-advantage'),
    arrival: becomes(
      'VirtualMachineClusterPreference threads-advantage',
      'spec.cpu.preferredCPUTopology',
      'threads',
    ),
  },
];

const image = 'images[0]';
const imageVolume = 'DataVolume ubuntu-22-04-35bd117b';
const policies = 'userClusterDefaults.isolation.customNetworkPolicies[0]';
const storageClass = 'StorageClass kubevirt-rook-ceph-block';
const classes = 'userClusterDefaults.storage.classes[0]';
const ingress = [{ from: [{ ipBlock: { cidr: '10.200.10.0/24' } }] }];

/** Settings of a KKP administrator for all user clusters. */
const datacenter: readonly Pair[] = [
  {
    kkp: '`customNetworkPolicies[].name`',
    says: 'allow-external-traffic',
    place: platform(`${policies}.name`, 'allow-external-traffic'),
    arrival: inCluster(
      'NetworkPolicy allow-external-traffic',
      'metadata.name',
      'allow-external-traffic',
    ),
    words: '`user-cluster:isolation.customNetworkPolicies` for one cluster alone',
  },
  {
    kkp: '`customNetworkPolicies[].spec`',
    says: 'all ingress from 10.200.10.0/24',
    place: platform(`${policies}.spec.ingress`, ingress),
    arrival: inCluster('NetworkPolicy allow-external-traffic', 'spec.ingress', ingress),
    words:
      '`cidr` stands below `ipBlock`, as Kubernetes has it; rules that would allow more than they say are refused',
  },
  {
    kkp: '`enableDefaultNetworkPolicies`',
    arrival: inCluster('NetworkPolicy default-deny', 'spec.policyTypes', ['Ingress', 'Egress']),
    words:
      'always on. Traffic inside the cluster, to the API and to load balancers is allowed by policies beside it; `user-cluster:isolation` names who may connect',
  },
  {
    kkp: '`dnsConfig.nameservers`',
    says: '8.8.4.4',
    place: platform('userClusterDefaults.network.dns.servers', ['8.8.4.4']),
    arrival: inCluster('VirtualMachine cp-0', 'spec.template.spec.dnsConfig.nameservers', [
      '8.8.4.4',
    ]),
    words: '`user-cluster:network.dns` for one cluster alone',
  },
  {
    kkp: '`dnsConfig.searches`',
    place: platform('userClusterDefaults.network.dns.searches', ['example.com']),
    arrival: inCluster('VirtualMachine cp-0', 'spec.template.spec.dnsConfig.searches', [
      'example.com',
    ]),
  },
  {
    kkp: '`dnsConfig.options`: ndots',
    place: platform('userClusterDefaults.network.dns.ndots', 2),
    arrival: inCluster('VirtualMachine cp-0', 'spec.template.spec.dnsConfig.options', [
      { name: 'ndots', value: '2' },
    ]),
  },
  {
    kkp: '`dnsPolicy`',
    says: 'ClusterFirst unless said otherwise',
    arrival: inCluster('VirtualMachine cp-0', 'spec.template.spec.dnsPolicy', 'None'),
    words:
      "None, unless machines say otherwise, with the servers above, which are needed: the infra cluster's tell the names of all clusters' Services, and a guest that asked the cache of its host would ask itself",
  },
  {
    kkp: '`images.http.operatingSystems.<os>`',
    says: 'ubuntu',
    place: platform(`${image}.os`, 'ubuntu'),
    arrival: becomes(imageVolume, 'metadata.labels["strata.dev/os"]', 'ubuntu'),
  },
  {
    kkp: '`images.http.operatingSystems.<os>.<version>`',
    says: '22.04',
    place: platform(`${image}.version`, '22.04'),
    arrival: becomes(imageVolume, 'metadata.labels["strata.dev/os-version"]', '22.04'),
  },
  {
    kkp: '`images.http.operatingSystems.<os>.<version>`: URL',
    says: 'http://10.109.79.210/ubuntu.img',
    place: platform(`${image}.http.url`, 'http://10.109.79.210/ubuntu.img'),
    arrival: becomes(imageVolume, 'spec.source.http.url', 'http://10.109.79.210/ubuntu.img'),
    words:
      'with a checksum, which must be right. Fetched once, and copied for each machine; `registry` instead of `http` for container disks',
  },
  {
    kkp: '`infraStorageClasses[].name`',
    says: 'rook-ceph-block',
    place: platform(`${classes}.infraClass`, 'rook-ceph-block'),
    arrival: inCluster(storageClass, 'parameters.infraStorageClassName', 'rook-ceph-block'),
    words: 'the name inside is yours to choose; KKP puts `kubevirt-` before it',
  },
  {
    kkp: '`infraStorageClasses[].isDefaultClass`',
    says: 'true',
    place: platform(`${classes}.default`, true),
    arrival: inCluster(
      storageClass,
      'metadata.annotations["storageclass.kubernetes.io/is-default-class"]',
      'true',
    ),
  },
];

/** Sections about the platform. */
export const platformSections: readonly PairSection[] = [
  {
    title: 'KubeVirt and CDI',
    intro: 'What KKP asks people to install, and the sizes that it brings.',
    pairs: installation,
  },
  {
    title: 'Datacenter',
    intro:
      'Keys of `spec.datacenters.<name>.spec.kubevirt` of a Seed that the example has; [below](#every-key-of-a-datacenter) are all of them.',
    pairs: datacenter,
  },
];
