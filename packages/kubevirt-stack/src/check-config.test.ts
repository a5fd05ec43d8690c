// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import { checkConfig } from './index.ts';
import { testConfig } from './test-config.ts';

const config = testConfig({
  instancetypes: [{ name: 'large', cpu: 16, memoryGiB: 64 }],
  preferences: [{ name: 'cores-advantage', cpuTopology: 'cores' }],
});
const context = { release: findRelease('v1.8'), cluster: undefined };

test('reports no problem for a valid configuration', () => {
  expect(checkConfig(config, context)).toEqual([]);
});

// Proves: installation.all-mistakes-first
test('reports problems of feature gates with their path', () => {
  const kubevirt = { ...config.kubevirt, featureGates: ['Sidecar', 'Snapshto'] };
  const cdi = { featureGates: ['HonorWaitForFirstConsumer', 'WebhookPvcRenderin'] };
  expect(checkConfig({ ...config, kubevirt, cdi }, context)).toEqual([
    {
      path: ['kubevirt', 'featureGates', 1],
      message: 'KubeVirt 1.8 has no feature gate "Snapshto"; did you mean "Snapshot"?',
    },
    {
      path: ['cdi', 'featureGates', 1],
      message:
        'CDI 1.65 has no feature gate "WebhookPvcRenderin"; did you mean "WebhookPvcRendering"?',
    },
  ]);
});

test('rejects names that are already taken', () => {
  const more = { name: 'default', addresses: ['10.0.1.0/28'], autoAssign: true };
  const twice = {
    ...config,
    metallb: { pools: [...config.metallb.pools, more] },
    instancetypes: [{ name: 'standard-2', cpu: 2, memoryGiB: 4 }],
    preferences: [...config.preferences, ...config.preferences],
  };
  expect(checkConfig(twice, context)).toEqual([
    { path: ['metallb', 'pools', 1, 'name'], message: '"default" exists already; choose another' },
    {
      path: ['instancetypes', 0, 'name'],
      message: '"standard-2" exists already; choose another',
    },
    {
      path: ['preferences', 1, 'name'],
      message: '"cores-advantage" exists already; choose another',
    },
  ]);
});

test('rejects an unknown release and still checks the rest', () => {
  const kubevirt = { ...config.kubevirt, featureGates: ['Snapshto'] };
  const unknown = { release: undefined, cluster: undefined };
  expect(checkConfig({ release: 'v1.6', kubevirt }, unknown)).toEqual([
    { path: ['release'], message: 'no release "v1.6"; did you mean "v1.7"?' },
    {
      path: ['kubevirt', 'featureGates', 0],
      message: 'KubeVirt 1.8 has no feature gate "Snapshto"; did you mean "Snapshot"?',
    },
  ]);
});
