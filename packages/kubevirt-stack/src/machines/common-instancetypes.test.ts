// SPDX-License-Identifier: Apache-2.0
import { kubevirtStackOutputs } from '@strata/contracts';
import { testConfig } from '../test-config.ts';
import { commonInstancetypes, commonSizes } from './common-instancetypes.ts';
import { offeredSizes } from './offered-sizes.ts';

const named = (version: string, name: string) =>
  commonInstancetypes(version).find((size) => size.name === name);

test.each([
  ['u1.nano', { cpu: 1, memoryGiB: 0.5 }],
  ['u1.2xmedium', { cpu: 2, memoryGiB: 4 }],
  ['o1.8xlarge', { cpu: 32, memoryGiB: 128 }],
  ['cx1.medium1gi', { cpu: 1, memoryGiB: 2, hostCpus: 2 }],
  ['m1.xlarge1gi', { cpu: 4, memoryGiB: 32 }],
  ['n1.medium', { cpu: 4, memoryGiB: 4, hostCpus: 5 }],
  ['rt1.micro', { cpu: 1, memoryGiB: 1, hostCpus: 2 }],
  ['d1.4xlarge', { cpu: 16, memoryGiB: 64, hostCpus: 17 }],
])('knows the CPUs and memory of %s', (name, size) => {
  expect(named('1.8.4', name)).toEqual({ name, hostDevices: 0, ...size });
});

// Of common-clusterinstancetypes-bundle.yaml of KubeVirt 1.7.0, 1.8.4 and 1.9.0.
test.each([
  ['u1.large', {}],
  ['d1.large', { dedicatedCpus: true }],
  ['cx1.large', { dedicatedCpus: true, hugepages: '2Mi', numaPassthrough: true }],
  ['cx1.large1gi', { dedicatedCpus: true, hugepages: '1Gi', numaPassthrough: true }],
  ['m1.large', { hugepages: '2Mi' }],
  ['m1.large1gi', { hugepages: '1Gi' }],
  ['n1.large', { dedicatedCpus: true, hugepages: '1Gi' }],
  ['rt1.large', { dedicatedCpus: true, hugepages: '1Gi', numaPassthrough: true }],
])('knows what %s needs of hosts', (name, needs) => {
  const size = commonSizes('1.9.0').find((one) => one.name === name);
  const { cpu = 0, memoryGiB = 0 } = size ?? {};
  expect(size).toStrictEqual({ name, cpu, memoryGiB, ...needs });
});

test('KubeVirt 1.7 has 55 sizes, and 1.8 adds the series d1', () => {
  expect(commonInstancetypes('1.7.2')).toHaveLength(55);
  expect(named('1.7.2', 'd1.large')).toBeUndefined();
  expect(commonInstancetypes('1.8.4')).toHaveLength(65);
});

// Proves: sizes.common-instancetypes
test('offers them if the platform installs them', () => {
  const sizes = (commonInstancetypesToo: boolean) =>
    offeredSizes(testConfig({ kubevirt: { commonInstancetypes: commonInstancetypesToo } }));
  const own = sizes(false).map(({ name }) => name);
  expect(own).not.toContain('u1.medium');
  const all = sizes(true);
  expect(all.map(({ name }) => name).slice(0, own.length)).toEqual(own);
  expect(all.map(({ name }) => name)).toContain('u1.medium');
  expect(kubevirtStackOutputs.values.shape.instancetypes.parse(all)).toEqual(all);
});

test('offers those of the release that the configuration names', () => {
  const own = [2, 4, 8].map((cpu) => ({
    name: `standard-${cpu}`,
    cpu,
    memoryGiB: cpu * 4,
    hostDevices: 0,
  }));
  const { kubevirt } = testConfig({ kubevirt: { commonInstancetypes: true } });
  expect(offeredSizes({})).toStrictEqual(own);
  expect(offeredSizes({ kubevirt })).toStrictEqual([...own, ...commonInstancetypes('1.8.4')]);
  expect(offeredSizes({ kubevirt, release: 'v1.7' })).toStrictEqual([
    ...own,
    ...commonInstancetypes('1.7.2'),
  ]);
  expect(offeredSizes({ kubevirt, release: 'v0.1' })).toStrictEqual(own);
});
