// SPDX-License-Identifier: Apache-2.0
import type { Arrival, Pair, Place } from './pair.ts';

const platform = (key: string, value: unknown): Place => ({ stack: 'platform', key, value });
const becomes = (object: string, path: string, value: unknown): Arrival => ({
  stack: 'platform',
  object,
  path,
  value,
});

const kubevirt = 'KubeVirt kubevirt';
const size = (name: string) => `VirtualMachineClusterInstancetype ${name}`;

/** Objects that people apply by hand before KKP can use a cluster. */
export const installationPairs: readonly Pair[] = [
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
    kkp: 'packages of QEMU and KVM on the hosts',
    words:
      "QEMU comes in the image of virt-launcher; the kernel's modules and /dev/kvm are [asked of each host](host-preflight.md)",
  },
  {
    kkp: 'a version of Kubernetes that KKP supports',
    place: { stack: 'infra', key: 'kubeone.version', value: '1.35.4' },
    arrival: {
      stack: 'infra',
      object: 'KubeOneCluster from-kkp',
      path: 'versions.kubernetes',
      value: '1.35.4',
    },
    words:
      'one that the release is made for; previews [refuse others](runbooks/upgrade-platform.md)',
  },
  {
    kkp: 'containerd and Canal, with which it was tested',
    arrival: {
      stack: 'infra',
      object: 'KubeOneCluster from-kkp',
      path: 'clusterNetwork.cni.cilium.kubeProxyReplacement',
      value: 'disabled',
    },
    words:
      'Cilium, unless `infra:kubeone.network.cni.name` says `canal` or `external`; containerd always',
  },
  {
    kkp: 'RELEASE of the operators',
    place: platform('release', 'v1.8'),
    words: 'one name for versions that are tested together, instead of one for each operator',
  },
  {
    kkp: 'updates from N-1 to N',
    says: 'Kubernetes, KubeVirt, CDI',
    words:
      'what skips a minor is refused, with the path that works: [platform](runbooks/upgrade-platform.md), [hosts](runbooks/upgrade-infra-kubernetes.md)',
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
