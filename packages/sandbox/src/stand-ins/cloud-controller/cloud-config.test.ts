// SPDX-License-Identifier: Apache-2.0
import { fatalOf } from '../test-wait.ts';
import { parseCloudConfig } from './cloud-config.ts';

test('an empty file means what upstream starts from', () => {
  expect(parseCloudConfig('')).toEqual({
    kubeconfig: '',
    namespace: '',
    infraLabels: {},
    loadBalancer: {
      enabled: true,
      creationPollInterval: 5,
      creationPollTimeout: 300,
      selectorless: false,
      enableEPSController: false,
    },
    instancesV2: { enabled: true, zoneAndRegionEnabled: true },
  });
});

test('what the file says holds, and a time that is not positive does not', () => {
  const config = parseCloudConfig(`
namespace: cluster-demo
infraLabels: {strata.dev/cluster: demo}
loadBalancer: {creationPollInterval: 1, creationPollTimeout: 0, selectorless: true}
instancesV2: {zoneAndRegionEnabled: false}
`);
  expect(config.namespace).toBe('cluster-demo');
  expect(config.infraLabels).toEqual({ 'strata.dev/cluster': 'demo' });
  expect(config.loadBalancer).toEqual({
    ...{ enabled: true, creationPollInterval: 1, creationPollTimeout: 300 },
    ...{ selectorless: true, enableEPSController: false },
  });
  expect(config.instancesV2).toEqual({ enabled: true, zoneAndRegionEnabled: false });
});

const prefix =
  'Cloud provider could not be initialized: could not init cloud provider "kubevirt": ' +
  'Failed to unmarshal cloud provider config: ';

test.each([
  [
    'loadBalancer: {enable: true}',
    `${prefix}unknown key loadBalancer.enable (upstream would ignore it in silence)`,
  ],
  ['loadbalancer: {}', `${prefix}unknown key loadbalancer (upstream would ignore it in silence)`],
  ['loadBalancer: {enabled: "yes"}', `${prefix}loadBalancer.enabled must be a boolean`],
  ['infraLabels: {a: 1}', `${prefix}infraLabels.a must be a string`],
  ['loadBalancer: []', `${prefix}loadBalancer must be a map`],
])('%j ends it with 1', (yaml, message) => {
  expect(fatalOf(() => parseCloudConfig(yaml))).toEqual({ message, exitCode: 1 });
});
