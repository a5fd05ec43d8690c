// SPDX-License-Identifier: Apache-2.0
import { becomes, clusterKey, poolKey, poolName, poolObject } from './example-pool.ts';
import type { Pair } from './pair.ts';

const machineSpec = 'spec.virtualMachineTemplate.spec';
const instance = `${machineSpec}.template.spec`;
const disk = `${machineSpec}.dataVolumeTemplates[0].spec`;
const affinity = `${instance}.affinity`;
const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const label = (operator: string) => [{ key: 'foo', operator, values: ['bar1', 'bar2'] }];
const foo = { type: 'soft', key: 'foo', values: ['bar1', 'bar2'] };

/** Keys of `cloudProviderSpec`. Where a key has two names, the earlier, flat name comes first. */
export const cloudProviderPairs: readonly Pair[] = [
  {
    kkp: '`auth.kubeconfig`, `kubeconfig`',
    words:
      'not there: the infra cluster is that of the environment, and each cluster has an account of its own there',
  },
  {
    kkp: '`namespace`',
    says: 'default',
    arrival: becomes(poolObject, 'metadata.namespace', 'cluster-kmvh888v9h'),
    words: 'follows from the name of the cluster',
  },
  {
    kkp: '`cpus`; `virtualMachine.template.cpus`',
    says: '"1"',
    place: poolKey('cpu', 1),
    arrival: becomes(poolObject, `${instance}.domain.cpu`, { sockets: 1, cores: 1, threads: 1 }),
    words: 'whole CPUs, rounded up; `template.vcpus.cores` goes before them',
  },
  {
    kkp: '`memory`',
    says: '2Gi',
    place: poolKey('memoryGiB', 2),
    arrival: becomes(poolObject, `${instance}.domain.memory.guest`, '2Gi'),
  },
  {
    kkp: '`virtualMachine.template.memory`',
    says: '2048M',
    place: clusterKey('pools[1].memoryMiB', 1954),
    arrival: becomes(
      'VirtualMachinePool my-kubevirt-machine',
      `${instance}.domain.memory.guest`,
      '1954Mi',
    ),
    words: 'in MiB, rounded up: `M` are millions of bytes',
  },
  {
    kkp: '`virtualMachine.instancetype.name`',
    place: clusterKey('controlPlane.instancetype', 'standard-2'),
    arrival: becomes('VirtualMachine cp-0', 'spec.instancetype.name', 'standard-2'),
    words: 'of pools as well, instead of `cpu` and memory',
  },
  {
    kkp: '`virtualMachine.preference.name`',
    place: poolKey('preference', 'sockets-advantage'),
    arrival: becomes(poolObject, `${machineSpec}.preference.name`, 'sockets-advantage'),
  },
  {
    kkp: '`pvcSize`; `virtualMachine.template.primaryDisk.size`',
    says: '10Gi',
    place: poolKey('rootDisk.sizeGiB', 10),
    arrival: becomes(poolObject, `${disk}.storage.resources.requests.storage`, '10Gi'),
  },
  {
    kkp: '`storageClassName`; `virtualMachine.template.primaryDisk.storageClassName`',
    says: 'local-path',
    place: poolKey('rootDisk.className', 'local-path'),
    arrival: becomes(poolObject, `${disk}.storage.storageClassName`, 'local-path'),
    words: 'on storage of one host a machine does not migrate; it drains itself and starts again',
  },
  {
    kkp: '`sourceURL`',
    says: 'http://10.107.208.71/centos.img',
    place: poolKey('rootDisk.image', 'centos'),
    arrival: becomes(poolObject, `${disk}.sourceRef`, {
      kind: 'DataSource',
      name: 'centos',
      namespace: 'golden-images',
    }),
    words:
      "by the name of one of the platform's images, which has the URL and a checksum: KubeVirt passes no checksum of a machine's disk to CDI, so a URL here is refused",
  },
  {
    kkp: '`virtualMachine.template.primaryDisk.osImage`',
    says: 'http://10.109.79.210/ubuntu.img',
    place: clusterKey('pools[1].rootDisk.image', 'ubuntu-22-04'),
    arrival: becomes('VirtualMachinePool my-kubevirt-machine', `${disk}.sourceRef`, {
      kind: 'DataSource',
      name: 'ubuntu-22-04',
      namespace: 'golden-images',
    }),
    words: "by the name of one of the platform's images, which is copied",
  },
  {
    kkp: '`virtualMachine.template.secondaryDisks`, local disks of its own',
    words:
      '`pools[].disks`, made with the machine and gone with it. KKP 2.22 has removed its own preview of them',
  },
  {
    kkp: '`dnsPolicy`',
    says: 'None',
    place: poolKey('dnsPolicy', 'None'),
    arrival: becomes(poolObject, `${instance}.dnsPolicy`, 'None'),
    words:
      'without servers it is refused, as in KKP. `ClusterFirst` is refused where hosts have a DNS cache that pods see; `ClusterFirstWithHostNet` would be the same, and `Default` is not there',
  },
  {
    kkp: '`dnsConfig`',
    says: '8.8.8.8',
    place: poolKey('dnsConfig', { nameservers: ['8.8.8.8'] }),
    arrival: becomes(poolObject, `${instance}.dnsConfig.nameservers`, ['8.8.8.8']),
    words: 'each key instead of what `network.dns` says for all machines; `options` as well',
  },
  {
    kkp: '`podAffinityPreset`; `affinity.podAffinityPreset`',
    says: '""',
    place: poolKey('scheduling.podAffinityPreset', ''),
    arrival: becomes(poolObject, `${affinity}.podAffinity`, undefined),
  },
  {
    kkp: '`podAntiAffinityPreset`; `affinity.podAntiAffinityPreset`',
    says: 'soft',
    place: poolKey('scheduling.podAntiAffinityPreset', 'soft'),
    arrival: becomes(poolObject, `${affinity}.podAntiAffinity.${preferred}[0].podAffinityTerm`, {
      labelSelector: { matchLabels: { machine: poolName } },
      topologyKey: 'kubernetes.io/hostname',
    }),
  },
  {
    kkp: '`nodeAffinityPreset`; `affinity.nodeAffinityPreset`',
    says: 'soft, foo: bar1 or bar2',
    place: poolKey('scheduling.nodeAffinityPreset', foo),
    arrival: becomes(
      poolObject,
      `${affinity}.nodeAffinity.${preferred}[0].preference.matchExpressions`,
      label('In'),
    ),
    words:
      'of hosts, which get labels by `infra:hosts[].labels`; without `values` any value of the label will do, as in KKP',
  },
  {
    kkp: '`nodeAntiAffinityPreset`',
    says: 'soft, foo: bar1 or bar2',
    place: poolKey('scheduling.nodeAntiAffinityPreset', foo),
    arrival: becomes(
      poolObject,
      `${affinity}.nodeAffinity.${preferred}[1].preference.matchExpressions`,
      label('NotIn'),
    ),
  },
  {
    kkp: '`topologySpreadConstraints`',
    says: 'maxSkew 1, kubernetes.io/hostname, ScheduleAnyway unless said otherwise',
    arrival: becomes(poolObject, `${instance}.topologySpreadConstraints`, [
      {
        maxSkew: 1,
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: { matchLabels: { machine: poolName } },
      },
    ]),
    words: 'the same default; `scheduling.spread` says otherwise',
  },
];
