// SPDX-License-Identifier: Apache-2.0
import { HarvesterObjects } from './harvester-objects.ts';
import { translateMachine } from './translate-machine.ts';

/** Translates a HarvesterConfig with these keys, in a platform with the image and the network `first`. */
function machine(keys: object, objects: readonly object[] = []) {
  return translateMachine(
    { metadata: { name: 'nc' }, ...keys },
    {
      cluster: 'shop',
      pool: 'web',
      objects: new HarvesterObjects(objects),
      platform: {
        images: { ofPlatform: [{ name: 'first' }], fallback: 'first' },
        networks: ['first'],
      },
    },
  );
}

/** Translates the affinity of a HarvesterConfig. */
const affinity = (vmAffinity: object) => {
  const { keys, lines } = machine({ vmAffinity: JSON.stringify(vmAffinity) });
  return {
    scheduling: keys.scheduling,
    lines: lines.filter((line) => line.includes('vmAffinity')),
  };
};

// Proves: migration.from-harvester
test('a machine that says no size has that of the node driver, and an image by its own name', () => {
  const { keys, lines } = machine({
    imageName: 'default/first',
    diskSize: '40',
    diskBus: 'virtio',
  });
  expect(keys).toEqual({ cpu: 2, memoryGiB: 4, rootDisk: { image: 'first', sizeGiB: 40 } });
  expect(lines).toEqual([]);
});

// Proves: migration.from-harvester
test('of lists and single keys the lists count, as the node driver reads them', () => {
  const { keys, lines } = machine({
    diskInfo: '{"disks":[{"imageName":"default/first","size":60,"bootOrder":1}]}',
    diskBus: 'sata',
    diskSize: '40',
    imageName: 'default/other',
    networkInfo: '{"interfaces":[{"networkName":"default/first"}]}',
    networkModel: 'e1000',
    networkName: 'default/other',
  });
  expect(keys).toMatchObject({
    rootDisk: { image: 'first', sizeGiB: 60 },
    interfaces: [{ network: 'first' }],
  });
  expect(lines).toEqual([]);
});

// Proves: migration.from-harvester
test.each([
  {
    said: {
      diskInfo: '{"disks":[{"imageName":"first","size":40,"bus":"usb"}]}',
      networkInfo: '{"interfaces":[{"networkName":"default/first","model":"pcnet"}]}',
    },
    bus: 'diskInfo.disks[0].bus',
    model: 'networkInfo.interfaces[0].model',
  },
  {
    said: {
      imageName: 'first',
      diskSize: '40',
      diskBus: 'usb',
      networkName: 'first',
      networkModel: 'pcnet',
    },
    bus: 'diskBus',
    model: 'networkModel',
  },
])('buses and models that no machine has are listed: $bus, $model', ({ bus, model, said }) => {
  const { keys, lines } = machine(said);
  expect(keys).toMatchObject({
    rootDisk: { image: 'first', sizeGiB: 40 },
    interfaces: [{ network: 'first' }],
  });
  expect(lines).toEqual(
    expect.arrayContaining([
      `HarvesterConfig nc: ${bus} is left out: a disk has the bus virtio, scsi or sata`,
      `HarvesterConfig nc: ${model} is left out: an interface has the model virtio, e1000e, e1000 or rtl8139`,
    ]),
  );
  expect(lines).toHaveLength(2);
});

// Proves: migration.from-harvester
test('a network with a trunk of VLANs is not said to be without a tag', () => {
  const definition = {
    apiVersion: 'k8s.cni.cncf.io/v1',
    kind: 'NetworkAttachmentDefinition',
    metadata: { name: 'trunk', namespace: 'default' },
    spec: {
      config: '{"type":"bridge","bridge":"br1","vlan":0,"vlanTrunk":[{"minID":100,"maxID":200}]}',
    },
  };
  expect(machine({ networkName: 'default/trunk' }, [definition]).lines).toContain(
    'HarvesterConfig nc: networkName is left out: the platform has no network "trunk" (several VLANs on the bridge br1 of Harvester). Add it to kubevirt-stack:networks, or as a VLAN to network.vlans, and name it in interfaces',
  );
});

// Proves: migration.from-harvester
test('refuses numbers and JSON that are none, without their text', () => {
  expect(() => machine({ memorySize: '8Gi' })).toThrow(
    'HarvesterConfig nc: memorySize is "8Gi", which is no number.',
  );
  expect(() => machine({ diskInfo: '{"disks":[{"size":"big","imageName":"first"}]}' })).toThrow(
    'HarvesterConfig nc: diskInfo.disks[0].size is "big", which is no number.',
  );
  for (const key of ['diskInfo', 'networkInfo', 'vmAffinity']) {
    expect(() => machine({ [key]: '{ hush' })).toThrow(`HarvesterConfig nc: ${key} is no JSON.`);
  }
});

// Proves: migration.from-harvester
test('of user data only public keys leave the HarvesterConfig', () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEg08cZ/rAPzCQz5T8O3DYmRwnDMRAKIzg/dvhxgOklD';
  const userData = `## template: jinja\n#cloud-config\nusers: [{ name: ops, passwd: hush, ssh_authorized_keys: ["${key} ops", hush] }]\n`;
  expect(machine({ userData }).keys.authorizedKeys).toEqual([`${key} ops`]);
  for (const other of ['#!/bin/sh\nexport TOKEN=hush', 'hush', '- hush', 'a: [']) {
    const { keys, lines } = machine({ userData: other });
    expect(keys).not.toHaveProperty('authorizedKeys');
    expect(lines).toContain(
      'HarvesterConfig nc: userData is left out: machines write and run only what Strata tells them: put it into their image, or into a DaemonSet',
    );
    expect(JSON.stringify({ keys, lines })).not.toContain('hush');
  }
  expect(machine({ keyPairName: 'default/ann' }).lines).toContain(
    'HarvesterConfig nc: keyPairName default/ann is left out: the file has no KeyPair of this name with a public key; add it, or say authorizedKeys',
  );
});

// Proves: migration.from-harvester
test.each([
  ['In', ['a'], 'nodeAffinityPreset'],
  ['NotIn', ['a', 'b'], 'nodeAntiAffinityPreset'],
  ['Exists', undefined, 'nodeAffinityPreset'],
  ['DoesNotExist', undefined, 'nodeAntiAffinityPreset'],
])('a rule about hosts with %s is kept', (operator, values, preset) => {
  const term = { matchExpressions: [{ key: 'rack', operator, values }] };
  expect(
    affinity({
      nodeAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: term }],
      },
    }),
  ).toEqual({
    scheduling: { [preset]: { type: 'soft', key: 'rack', values: values ?? [] } },
    lines: [],
  });
});

// Proves: migration.from-harvester
test('other rules about hosts are listed, and an empty rule about pods is that of the node driver', () => {
  const term = { matchExpressions: [{ key: 'cpus', operator: 'Gt', values: ['8'] }] };
  const required = { nodeSelectorTerms: [term] };
  expect(
    affinity({
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required },
      podAntiAffinity: {},
    }),
  ).toEqual({
    scheduling: { podAntiAffinityPreset: 'soft' },
    lines: [
      'HarvesterConfig nc: vmAffinity.nodeAffinity is left out: scheduling has nodeAffinityPreset, podAffinityPreset and podAntiAffinityPreset instead',
    ],
  });
  expect(
    affinity({
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term, term] },
      },
    }),
  ).toMatchObject({ scheduling: undefined, lines: [expect.any(String)] });
});

// Proves: migration.from-harvester
test('a rule about pods of other namespaces is none about machines of the pool', () => {
  const term = {
    labelSelector: { matchLabels: { 'harvesterhci.io/machineSetName': 'default-shop-web' } },
    topologyKey: 'kubernetes.io/hostname',
  };
  const rule = (more: object) => ({
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ ...term, ...more }] },
  });
  expect(affinity(rule({}))).toEqual({ scheduling: { podAntiAffinityPreset: 'hard' }, lines: [] });
  expect(affinity(rule({ namespaces: ['other'] }))).toEqual({
    scheduling: { podAntiAffinityPreset: 'soft' },
    lines: [
      'HarvesterConfig nc: vmAffinity.podAntiAffinity is left out: scheduling has nodeAffinityPreset, podAffinityPreset and podAntiAffinityPreset instead',
    ],
  });
});
