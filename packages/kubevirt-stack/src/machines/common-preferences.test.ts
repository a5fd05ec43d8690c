// SPDX-License-Identifier: Apache-2.0
import { kubevirtStackOutputs } from '@strata/contracts';
import { platformOutputs } from '../platform-outputs.ts';
import { clusterFacts } from '../promised-platform.ts';
import { testConfig } from '../test-config.ts';
import { emptyFacts } from '../test-facts.ts';
import { commonPreferences } from './common-preferences.ts';
import { offeredPreferences } from './offered-preferences.ts';

const named = (name: string) => commonPreferences().find((one) => one.name === name);

test.each([
  ['linux', {}],
  ['debian', { requires: { cpu: 1, memoryGiB: 0.5 }, firmware: 'uefi' }],
  ['rhel.8', { requires: { cpu: 1, memoryGiB: 1.5 } }],
  ['rhel.9', { requires: { cpu: 1, memoryGiB: 1.5 }, firmware: 'uefi-secure-boot' }],
  ['oraclelinux', { requires: { cpu: 2, memoryGiB: 4 }, firmware: 'uefi' }],
])('knows the smallest machine with the preference %s, and how it starts', (name, needs) => {
  expect(named(name)).toStrictEqual({ name, cpuTopology: 'sockets', ...needs });
});

test.each(['windows.11', 'fedora.arm64', 'rhel.9.dpdk', 'rhel.9.realtime', 'rhel.9.desktop'])(
  '%s is for no node',
  (name) => {
    expect(named(name)).toBeUndefined();
  },
);

// Proves: sizes.common-instancetypes
test("user clusters may choose KubeVirt's own preferences if the platform installs them", () => {
  const told = (commonInstancetypes: boolean) => {
    const parts = {
      versions: {},
      namespaces: {},
      monitoring: undefined,
      tenantVlans: { given: undefined, taken: [] },
    };
    const config = testConfig({ kubevirt: { commonInstancetypes } });
    return kubevirtStackOutputs.values.parse(
      platformOutputs(parts, config, clusterFacts(emptyFacts), []),
    );
  };
  expect(told(false).preferences).toEqual(['sockets-advantage']);
  const outputs = told(true);
  expect(outputs.preferences).toEqual([
    'sockets-advantage',
    ...commonPreferences().map(({ name }) => name),
  ]);
  expect(outputs.preferenceSizes).toContainEqual({
    name: 'ubuntu',
    cpuTopology: 'sockets',
    requires: { cpu: 1, memoryGiB: 2 },
  });
  expect(outputs.preferenceDevices).toContainEqual({
    name: 'rhel.9',
    networkMultiQueue: false,
    hotplug: true,
  });
  expect(outputs.headlessPreferences).toEqual([]);
});

test('a release that nobody knows has no preferences of KubeVirt', () => {
  const { kubevirt } = testConfig({ kubevirt: { commonInstancetypes: true } });
  expect(offeredPreferences({ kubevirt, release: 'v0.1' }).map(({ name }) => name)).toEqual([
    'sockets-advantage',
  ]);
});
