// SPDX-License-Identifier: Apache-2.0
import { optionalComponents } from '@strata/contracts';
import { inspectConfig } from '@strata/contracts';
import { addonsConfig, sriovResources } from './addons-config.ts';

const identity = { project: 'addons', stack: 'sandbox', secretKeys: [] };

function inspect(values: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(values).map(([key, value]) => [
    `addons:${key}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return inspectConfig(addonsConfig, {
    ...identity,
    values: Object.fromEntries(entries) as Record<string, string>,
  });
}

test('installs nothing by default', () => {
  expect(inspect({})).toMatchObject({
    valid: { release: 'v1.8', operators: [] },
    problems: [],
  });
});

test('requires a name, a resource, cards and the number of functions of a policy', () => {
  const policy = {
    name: 'fast',
    resourceName: 'fast',
    nicSelector: { vendor: '15b3' },
    numVfs: 8,
  };
  const { valid, problems } = inspect({
    operators: ['sriov-network-operator'],
    registryMirror: 'mirror.example:5000/strata',
    sriov: { policies: [policy] },
  });
  expect(problems).toEqual([]);
  expect(valid).toEqual({
    release: 'v1.8',
    operators: ['sriov-network-operator'],
    registryMirror: 'mirror.example:5000/strata',
    sriov: { policies: [{ ...policy, deviceType: 'vfio-pci', priority: 99 }] },
  });
});

test('lists the resources of all policies, of those outside Strata as well', () => {
  const { valid, problems } = inspect({ sriov: { policies: [], otherResources: ['rdma_a'] } });
  expect(problems).toEqual([]);
  expect(sriovResources(valid.sriov)).toEqual(['openshift.io/rdma_a']);
  const policy = { name: 'fast', resourceName: 'fast', nicSelector: { vendor: '15b3' }, numVfs: 8 };
  const { valid: both } = inspect({ sriov: { policies: [policy], otherResources: ['rdma_a'] } });
  expect(sriovResources(both.sriov)).toEqual(['openshift.io/fast', 'openshift.io/rdma_a']);
  expect(sriovResources(undefined)).toEqual([]);
});

test('names every malformed field and what it should be', () => {
  const { problems } = inspect({
    operators: ['gpu'],
    registryMirror: 'https://mirror.example',
    sriov: {
      policies: [
        {
          name: 'Fast',
          resourceName: 'fast-net',
          nodeSelector: {},
          nicSelector: { vendor: 'Intel', rootDevices: ['3b:00.0'] },
          numVfs: 0,
          mtu: 100,
          deviceType: 'vfio',
          priority: 100,
        },
      ],
    },
  });
  expect(problems.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    `operators.0: expected one of ${optionalComponents.map((name) => `"${name}"`).join(', ')}, got "gpu"`,
    'registryMirror: expected a registry without "https://" and without a slash at the end, such ' +
      'as "registry.example.org:5000/mirror", got "https://mirror.example"',
    'sriov.policies.0.name: expected a name of at most 63 lower-case letters, digits and dashes, ' +
      'got "Fast"',
    'sriov.policies.0.resourceName: expected letters, digits and underscores, such as "fast", got ' +
      '"fast-net"',
    'sriov.policies.0.nodeSelector: name at least one label, or leave the key out',
    'sriov.policies.0.nicSelector.vendor: expected the four hexadecimal digits of a PCI vendor, ' +
      'such as "15b3", got "Intel"',
    'sriov.policies.0.nicSelector.rootDevices.0: expected a PCI address, such as "0000:3b:00.0", ' +
      'got "3b:00.0"',
    'sriov.policies.0.numVfs: expected a whole number of 1 or more, got 0',
    'sriov.policies.0.mtu: expected a whole number from 1280 to 9216, got 100',
    'sriov.policies.0.deviceType: expected one of "vfio-pci", "netdevice", got "vfio"',
    'sriov.policies.0.priority: expected a whole number from 0 to 99, got 100',
  ]);
});

test.each(['ens1f0#3', 'ens1f0#x', 'ens1f0#a-b', 'ens1f0#', 'ens1f0#0-3#4-7', ''])(
  'rejects "%s" as a name of a card, which the operator could not read',
  (name) => {
    const policy = { name: 'fast', resourceName: 'fast', numVfs: 8 };
    const policies = [{ ...policy, nicSelector: { pfNames: ['ens1f0', 'ens1f0#0-3', name] } }];
    expect(inspect({ sriov: { policies } }).problems).toEqual([
      {
        path: ['sriov', 'policies', 0, 'nicSelector', 'pfNames', 2],
        message:
          'expected the name of a network interface, or some of its functions, such as "ens1f0#0-3", ' +
          `got "${name}"`,
      },
    ]);
  },
);
