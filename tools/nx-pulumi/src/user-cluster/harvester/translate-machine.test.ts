// SPDX-License-Identifier: Apache-2.0
import { HarvesterObjects } from './harvester-objects.ts';
import { translateMachine } from './translate-machine.ts';

/** Translates a HarvesterConfig with these keys, in a platform with the image and the network `first`. */
function machine(keys: object) {
  return translateMachine(
    { metadata: { name: 'nc' }, ...keys },
    {
      cluster: 'shop',
      pool: 'web',
      objects: new HarvesterObjects([]),
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

// Proves: clusters.from-harvester
test('a machine that says no size has that of the node driver, and an image by its own name', () => {
  const { keys, lines } = machine({
    imageName: 'default/first',
    diskSize: '40',
    diskBus: 'virtio',
  });
  expect(keys).toEqual({ cpu: 2, memoryGiB: 4, rootDisk: { image: 'first', sizeGiB: 40 } });
  expect(lines).toEqual([]);
});

// Proves: clusters.from-harvester
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

// Proves: clusters.from-harvester
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

// Proves: clusters.from-harvester
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

// Proves: clusters.from-harvester
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
