// SPDX-License-Identifier: Apache-2.0
import { testConfig } from '../test-config.ts';
import { multusResources, workloadSettings } from './workload-settings.ts';

const pools = [{ name: 'default', addresses: ['10.0.0.10-10.0.0.20'] }];
const withResources = (resources: object) => ({
  multus: { 'DaemonSet/kube-system/kube-multus-ds': { 'kube-multus': { resources } } },
});
const defaults = { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '1Gi' } };

// Proves: networks.multus-memory
test.each([
  [{}, defaults],
  [{ requests: { cpu: '1' } }, { ...defaults, requests: { cpu: '1', memory: '128Mi' } }],
  [{ limits: { cpu: '2' } }, { ...defaults, limits: { cpu: '2', memory: '1Gi' } }],
  [{ limits: { memory: '2Gi' } }, { ...defaults, limits: { memory: '2Gi' } }],
])('Multus gets the amounts %j and the defaults for the rest', (resources, expected) => {
  expect(workloadSettings(testConfig({ multus: { resources } }))).toEqual(withResources(expected));
});

test('an amount that is undefined keeps its default', () => {
  const requests = { cpu: undefined };
  expect(multusResources({ requests, limits: {} })).toStrictEqual(defaults);
});

// Proves: networks.control-planes-announce
test('speakers of MetalLB get one argument, if excluded hosts announce', () => {
  const settings = (excludedHosts: string) =>
    workloadSettings(testConfig({ metallb: { pools, excludedHosts } }));
  expect(settings('skip')).toEqual(withResources(defaults));
  expect(settings('announce')).toEqual({
    ...withResources(defaults),
    metallb: {
      'DaemonSet/metallb-system/speaker': { speaker: { args: ['--ignore-exclude-lb'] } },
    },
  });
});
