// SPDX-License-Identifier: Apache-2.0
import { translateMachine } from './translate-machine.ts';

const platform = {
  images: {
    ofPlatform: [{ name: 'ubuntu-24-04', http: { url: 'https://images.example.org/ubuntu.img' } }],
    fallback: 'ubuntu-24-04',
  },
  networks: [],
};

const title = 'KubevirtMachineTemplate web';
const machinePath = 'spec.template.spec.virtualMachineTemplate.spec';
const guestPath = `${machinePath}.template.spec`;

/** Returns the translation of a template with this virtual machine. */
const translated = (guest: object, machine: object = {}) =>
  translateMachine(
    {
      metadata: { name: 'web' },
      spec: {
        template: {
          spec: { virtualMachineTemplate: { spec: { ...machine, template: { spec: guest } } } },
        },
      },
    },
    platform,
  );

/** Returns a root disk from a DataVolumeTemplate with this content. */
const storedRoot = (spec: object) => {
  const { keys, lines } = translated(
    {
      domain: { memory: { guest: '4Gi' } },
      volumes: [{ name: 'root', persistentVolumeClaim: { claimName: 'boot' } }],
    },
    { dataVolumeTemplates: [{ metadata: { name: 'boot' }, spec }] },
  );
  return { rootDisk: keys.rootDisk, lines };
};

// Proves: migration.from-capk
test.each([
  ['sockets, cores and threads', { cpu: { sockets: 2, cores: 3 }, memory: { guest: '8Gi' } }, 6, 8],
  ['limits', { resources: { requests: { memory: '4Gi' }, limits: { cpu: '2' } } }, 2, 4],
  ['memory alone', { memory: { guest: '2Gi' } }, 1, 2],
])('the size comes from %s, as KubeVirt takes it', (_, domain, cpu, memoryGiB) => {
  expect(translated({ domain }).keys).toMatchObject({ cpu, memoryGiB });
});

// Proves: migration.from-capk
test('parts of CPUs are rounded up, which is said', () => {
  const domain = { memory: { guest: '2Gi' }, resources: { requests: { cpu: '1500m' } } };
  const { keys, lines } = translated({ domain });
  expect(keys.cpu).toBe(2);
  expect(lines).toContain(
    `${title}: cpus 1500m is rounded up, for a machine has whole CPUs: cpu is 2`,
  );
});

// Proves: migration.from-capk
test('an image of the platform is known by its address or its name, and others are named', () => {
  const size = { resources: { requests: { storage: '30Gi' } } };
  expect(
    storedRoot({ source: { http: { url: 'https://images.example.org/ubuntu.img' } }, pvc: size }),
  ).toEqual({ rootDisk: { image: 'ubuntu-24-04', sizeGiB: 30 }, lines: [] });
  expect(
    storedRoot({ source: { pvc: { name: 'ubuntu-24-04', namespace: 'golden' } }, storage: size }),
  ).toEqual({ rootDisk: { image: 'ubuntu-24-04', sizeGiB: 30 }, lines: [] });
  const other = {
    http: { url: 'https://me:hush@example.org/x.img?token=hush', secretRef: 'hush' },
  };
  expect(storedRoot({ source: other, pvc: { ...size, volumeMode: 'Block' } })).toEqual({
    rootDisk: { image: 'ubuntu-24-04', sizeGiB: 30, volumeMode: 'Block' },
    lines: [
      `${title}: the platform has no image of https://example.org/x.img; rootDisk.image is "ubuntu-24-04". Add yours to kubevirt-stack:images, with its checksum, and name it`,
      `${title}: ${machinePath}.dataVolumeTemplates[0].spec.source.http is left out: the platform's images are fetched by the platform`,
    ],
  });
});

// Proves: migration.from-capk
test.each([
  ['ubuntu', 'docker://docker.io/library/ubuntu'],
  ['capk/ubuntu:1', 'docker://docker.io/capk/ubuntu:1'],
  ['localhost:5000/ubuntu:1', 'docker://localhost:5000/ubuntu:1'],
])('the container disk %s is %s', (image, expected) => {
  const volumes = [{ name: 'root', containerDisk: { image } }];
  expect(translated({ volumes }).keys.rootDisk).toEqual({ image: expected, ephemeral: true });
});

// Proves: migration.from-capk
test('further volumes become disks and volumes, or are named', () => {
  const { keys, lines } = translated(
    {
      domain: { memory: { guest: '4Gi' } },
      volumes: [
        { name: 'root', containerDisk: { image: 'q.io/u:1', imagePullSecret: 'hush' } },
        { name: 'scratch', emptyDisk: { capacity: '10Gi' } },
        { name: 'settings', configMap: { name: 'web-settings', volumeLabel: 'cfg' } },
        { name: 'a-copy-of-what-was-before', dataVolume: { name: 'before' } },
        { name: 'theirs', persistentVolumeClaim: { claimName: 'theirs' } },
        { name: 'init', cloudInitNoCloud: { userData: 'hush' } },
      ],
    },
    {
      dataVolumeTemplates: [
        {
          metadata: { name: 'before' },
          spec: {
            source: { snapshot: { name: 'hush', namespace: 'hush' } },
            pvc: { resources: { requests: { storage: '5Gi' } } },
          },
        },
      ],
    },
  );
  expect(keys.disks).toEqual([
    { name: 'scratch', kind: 'empty', sizeGiB: 10 },
    { name: 'data-2', kind: 'data', sizeGiB: 5 },
  ]);
  expect(keys.volumes).toEqual([
    { name: 'settings', kind: 'configMap', object: 'web-settings', label: 'cfg' },
  ]);
  expect(lines).toEqual([
    `${title}: machines wait for the configMap web-settings in the namespace of the new cluster; make it there`,
    `${title}: the disk data-2 is empty at first: disks of machines have no content`,
    `${title}: ${guestPath}.volumes[0].containerDisk.imagePullSecret is left out: machines have no login for registries; a mirror of the platform may have one`,
    `${title}: ${guestPath}.volumes[4] is left out: a machine has disks and volumes of fewer kinds`,
    `${title}: ${guestPath}.volumes[5].cloudInitNoCloud is left out: machines get start data of Strata alone`,
  ]);
});

// Proves: migration.from-capk
test('rules about other machines and values without a counterpart are named', () => {
  const term = {
    topologyKey: 'kubernetes.io/hostname',
    labelSelector: { matchLabels: { app: 'database' } },
  };
  const { keys, lines } = translated(
    {
      affinity: {
        podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] },
      },
      dnsPolicy: 'Default',
      evictionStrategy: 'LiveMigrate',
      domain: { devices: { gpus: [{ name: 'gpu1', deviceName: 'nvidia.com/A100' }] } },
      somethingNew: 'hush',
    },
    { runStrategy: 'Manual', instancetype: { kind: 'VirtualMachineInstancetype', name: 'own' } },
  );
  expect(keys).toEqual({
    cpu: 1,
    rootDisk: { image: 'ubuntu-24-04' },
    evictionStrategy: 'LiveMigrate',
  });
  expect(lines).toEqual([
    `${title}: says no image; rootDisk.image is "ubuntu-24-04"`,
    `${title}: ${guestPath}.dnsPolicy Default is left out: it would be that of the host; machines ask network.dns.servers`,
    `${title}: ${machinePath}.runStrategy is left out: machines always run; hibernated takes those of pools away`,
    `${title}: ${machinePath}.instancetype is left out: instance types are those of the whole platform: kubevirt-stack:instancetypes`,
    `${title}: ${guestPath}.affinity is left out: scheduling has nodeAffinityPreset, podAffinityPreset and podAntiAffinityPreset instead`,
    `${title}: ${guestPath}.domain.devices.gpus is left out: it belongs to a size of the platform: add one to kubevirt-stack:instancetypes, and name it as instancetype`,
    `${title}: ${guestPath}.somethingNew is left out: it is not known here`,
  ]);
});

// Proves: migration.from-capk
test.each([
  [
    { domain: { cpu: { cores: 'two' } } },
    `${title}: ${guestPath}.domain.cpu.cores is "two", which is no number.`,
  ],
  [
    { domain: { memory: { guest: '4Gb' } } },
    `${title}: memory is "4Gb", which is no quantity of Kubernetes.`,
  ],
  [
    {
      volumes: [
        { name: 'a', containerDisk: { image: 'a' } },
        { name: 'b', emptyDisk: { capacity: 'x' } },
      ],
    },
    `${title}: ${guestPath}.volumes[1].emptyDisk.capacity is "x", which is no quantity of Kubernetes.`,
  ],
])('refuses what it would translate wrongly: %#', (guest, message) => {
  expect(() => translated(guest)).toThrow(message);
});
