// SPDX-License-Identifier: Apache-2.0
import { installationPairs } from './installation-pairs.ts';
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
    pairs: installationPairs,
  },
  {
    title: 'Datacenter',
    intro:
      'Keys of `spec.datacenters.<name>.spec.kubevirt` of a Seed that the example has; [below](#every-key-of-a-datacenter) are all of them.',
    pairs: datacenter,
  },
];
