// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackConfig } from '@strata/contracts';
import { checkConfig, resolveFeatureGates } from './index.ts';

const config: KubevirtStackConfig = {
  kubevirt: { featureGates: [] },
  cdi: { featureGates: ['HonorWaitForFirstConsumer'] },
  metallb: { pools: [{ name: 'default', addresses: ['10.0.0.0/28'], autoAssign: true }] },
  storage: { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
  instancetypes: [{ name: 'large', cpu: 16, memoryGiB: 64 }],
  preferences: [{ name: 'cores-advantage', cpuTopology: 'cores' }],
};
const noGates = resolveFeatureGates([], '1.8');

test('finds nothing wrong with a right configuration', () => {
  expect(checkConfig(config, noGates)).toEqual([]);
});

test('gives problems of feature gates their path', () => {
  const gates = resolveFeatureGates(['Sidecar', 'Snapshto'], '1.8');
  const cdi = { featureGates: ['HonorWaitForFirstConsumer', 'WebhookPvcRenderin'] };
  expect(checkConfig({ ...config, cdi }, gates)).toEqual([
    {
      path: ['kubevirt', 'featureGates', 1],
      message: 'KubeVirt 1.8 has no feature gate "Snapshto"; did you mean "Snapshot"?',
    },
    {
      path: ['cdi', 'featureGates', 1],
      message: 'CDI has no feature gate "WebhookPvcRenderin"; did you mean "WebhookPvcRendering"?',
    },
  ]);
});

test('refuses names that are taken', () => {
  const [pool] = config.metallb.pools;
  const twice = {
    ...config,
    metallb: { pools: [pool, pool].filter((one) => one !== undefined) },
    instancetypes: [{ name: 'standard-2', cpu: 2, memoryGiB: 4 }],
    preferences: [...config.preferences, ...config.preferences],
  };
  expect(checkConfig(twice, noGates)).toEqual([
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
