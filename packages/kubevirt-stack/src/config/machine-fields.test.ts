// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { flavors, instancetypes, preferences } from './machine-fields.ts';

const schema = z.strictObject({ flavors, instancetypes, preferences });

function inspect(config: Readonly<Record<string, unknown>>) {
  const values = Object.fromEntries(
    Object.entries(config).map(([key, value]) => [`kubevirt-stack:${key}`, JSON.stringify(value)]),
  );
  return inspectConfig(schema, {
    project: 'kubevirt-stack',
    stack: 'sandbox',
    values,
    secretKeys: [],
  });
}

test('offers the standard flavor by default', () => {
  expect(inspect({}).valid).toEqual({
    flavors: ['standard'],
    instancetypes: [],
    preferences: [],
  });
});

test('adds no options to a size that sets none', () => {
  const large = { name: 'large', cpu: 16, memoryGiB: 64 };
  expect(inspect({ instancetypes: [large] }).valid.instancetypes).toEqual([large]);
});

test('reports the problems of all settings at once', () => {
  const size = { name: 'a', cpu: 1, memoryGiB: 1 };
  const { problems } = inspect({
    flavors: ['standard', 'fast'],
    instancetypes: [
      { ...size, hugepages: '4Mi', overcommitPercent: 100, ioThreadsPolicy: 'dedicated' },
      { ...size, hostDevices: [{ name: 'disk' }], nodeSelector: { rack: 1 }, dedicatedCpu: true },
    ],
    preferences: [{ name: 'b', cpuTopology: 'any', devices: { diskCache: 'unsafe' } }],
  });
  expect(problems).toEqual([
    {
      path: ['flavors', 1],
      message: 'expected one of "standard", "high-density", "high-performance", got "fast"',
    },
    {
      path: ['instancetypes', 0, 'hugepages'],
      message: 'expected one of "2Mi", "1Gi", got "4Mi"',
    },
    {
      path: ['instancetypes', 0, 'overcommitPercent'],
      message: 'expected a whole number from 1 to 90, got 100',
    },
    {
      path: ['instancetypes', 0, 'ioThreadsPolicy'],
      message: 'expected one of "shared", "auto", "supplementalPool", got "dedicated"',
    },
    {
      path: ['instancetypes', 1, 'hostDevices', 0, 'deviceName'],
      message: 'missing; expected the resource name of a device, such as "vendor.example/disk"',
    },
    {
      path: ['instancetypes', 1, 'nodeSelector', 'rack'],
      message:
        'expected a label value: at most 63 letters, digits, dashes, dots and underscores, got 1; put it into quotes',
    },
    {
      path: ['instancetypes', 1, 'dedicatedCpu'],
      message: 'unknown key; did you mean "dedicatedCpus"?',
    },
    {
      path: ['preferences', 0, 'devices', 'diskCache'],
      message: 'expected one of "none", "writethrough", "writeback", got "unsafe"',
    },
  ]);
});

test.each(['q35', 'pc-q35-9.2', 'pc-q35-rhel9.6.0'])(
  'accepts the machine type %s',
  (machineType) => {
    const preferences = [{ name: 'a', cpuTopology: 'any', machineType }];
    expect(inspect({ preferences }).problems).toEqual([]);
  },
);

test.each(['pc', 'pc-i440fx-9.2', 'virt'])(
  'refuses the machine type %s, with which KubeVirt makes no VM',
  (machineType) => {
    const preferences = [{ name: 'a', cpuTopology: 'any', machineType }];
    expect(inspect({ preferences }).problems).toEqual([
      {
        path: ['preferences', 0, 'machineType'],
        message:
          'expected a machine type that KubeVirt takes: "q35", or one that begins with "pc-q35", ' +
          `such as "pc-q35-9.2", got "${machineType}"`,
      },
    ]);
  },
);
