// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { defaultRelease, releases } from '@strata/contracts';
import type { Release } from '@strata/contracts';
import { definitionsOf } from '@strata/manifests/definitions';
import { checkCustomResource, providerAnswers, recordProgram } from '@strata/testing';
import { UserCluster } from './index.ts';
import { testContext, testPlatform } from './test-context.ts';

const stored = { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' };

const disks = [
  { name: 'data', kind: 'data', sizeGiB: 10, ...stored, preallocation: true, bus: 'scsi' },
  { name: 'scratch', kind: 'empty', sizeGiB: 5, serial: 'scratch', cache: 'none' },
  { name: 'file', kind: 'host', path: '/var/file.img', type: 'DiskOrCreate', sizeGiB: 1 },
];

const volumes = [
  { name: 'settings', kind: 'configMap', object: 'settings', label: 'cfg', serial: 'cfg' },
  { name: 'passwords', kind: 'secret', object: 'passwords', label: 'pw' },
  { name: 'token', kind: 'serviceAccount', object: 'robot' },
];

const interfaces = [
  { network: 'backbone', mac: '02:00:00:AA:00:10', model: 'e1000e' },
  { network: 'fast-lane', addresses: 'none' },
  { name: 'extra', network: 'own' },
];

const label = { type: 'hard', key: 'disk', values: ['ssd'] };

const scheduling = {
  spread: [{ maxSkew: 2, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
  nodeAffinityPreset: label,
  nodeAntiAffinityPreset: { type: 'soft', key: 'gpu' },
  podAffinityPreset: 'soft',
  podAntiAffinityPreset: 'hard',
  nodeSelector: { rack: 'a' },
  tolerations: [{ key: 'vms', operator: 'Equal', value: 'yes', effect: 'NoExecute', seconds: 60 }],
  priorityClassName: 'machines',
};

const machine = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu', sizeGiB: 20, ...stored, bus: 'sata' },
};

/** Everything that a VM can have, and every way to start one. */
const everything = {
  controlPlane: {
    ...machine,
    replicas: 3,
    scheduling,
    disks,
    volumes,
    interfaces,
    endpoint: { address: '203.0.113.2' },
    etcdDisk: { sizeGiB: 8, className: 'fast' },
    peers: {
      network: 'own',
      addresses: ['192.168.7.1/24', '192.168.7.2/24', '192.168.7.3/24'],
    },
  },
  pools: [
    {
      ...machine,
      name: 'full',
      replicas: 2,
      maxUnavailable: 2,
      disks,
      volumes,
      interfaces,
      scheduling,
      cloudInit: 'configDrive',
      evictionStrategy: 'LiveMigrate',
    },
    { ...machine, name: 'flatcar', replicas: 1, cloudInit: 'ignition', evictionStrategy: 'None' },
    {
      name: 'own',
      replicas: 1,
      cpu: 3,
      memoryGiB: 5,
      rootDisk: { image: 'docker://registry.example/disks/ubuntu:24.04', ephemeral: true },
    },
    {
      ...machine,
      name: 'import',
      replicas: 1,
      rootDisk: { image: 'docker://registry.example/disks/ubuntu:24.04', sizeGiB: 20 },
    },
  ],
  network: {
    ipPreservingCni: true,
    dns: { searches: ['example.org'] },
    vlans: [{ name: 'own', bridge: 'br1', vlan: 200, mtu: 9000, bridgeMarker: true }],
  },
  storage: {
    snapshots: true,
    classes: [{ name: 'fast', infraClass: 'fast', default: true, snapshotClass: 'rbd' }],
  },
  cni: { type: 'none' },
  access: { ssh: { via: 'none' } },
};

/** Returns all custom resources of a cluster, in both clusters. */
async function customResources({ name }: Release) {
  const { resources } = await recordProgram(
    () => {
      const context = testContext(everything);
      const platform = { ...testPlatform, release: name };
      const infraKubeconfig = pulumi.secret('infra');
      return new UserCluster('demo', { ...context, platform, infraKubeconfig, manifests: {} });
    },
    { outputs: (type) => providerAnswers[type] ?? {} },
  );
  const builtIn = /^kubernetes:(core|apps|policy|[a-z]+(\.authorization)?\.k8s\.io)\/v\d/;
  return resources
    .filter(({ custom, type }) => custom && type.startsWith('kubernetes:') && !builtIn.test(type))
    .map(({ inputs }) => inputs as { readonly apiVersion: string; readonly kind: string });
}

async function definitions({ components }: Release) {
  const names = [
    'kubevirt',
    'cdi',
    'multus',
    'prometheus-operator',
    'snapshot-controller',
  ] as const;
  const found = await Promise.all(
    names.map((name) => definitionsOf(name, components[name].version)),
  );
  return found.includes(undefined)
    ? undefined
    : new Map(found.flatMap((one) => (one === undefined ? [] : [...one])));
}

test.each(releases)('upstream’s definitions in $name have every field', async (release) => {
  const known = await definitions(release);
  if (known === undefined && release.name !== defaultRelease) return;
  const resources = await customResources(release);
  const kinds = new Set(resources.map(({ apiVersion, kind }) => `${apiVersion}/${kind}`));
  expect([...kinds].toSorted()).toEqual([
    'cdi.kubevirt.io/v1beta1/DataVolume',
    'k8s.cni.cncf.io/v1/NetworkAttachmentDefinition',
    'kubevirt.io/v1/VirtualMachine',
    'monitoring.coreos.com/v1/PrometheusRule',
    'monitoring.coreos.com/v1/ServiceMonitor',
    'pool.kubevirt.io/v1beta1/VirtualMachinePool',
    'snapshot.storage.k8s.io/v1/VolumeSnapshotClass',
  ]);
  const problems = resources.flatMap((resource) =>
    checkCustomResource(known ?? new Map(), resource).map(
      (problem) => `${resource.kind}${problem}`,
    ),
  );
  expect(problems).toEqual([]);
});
