// SPDX-License-Identifier: Apache-2.0
import { withWorkloadSettings } from './workload-settings.ts';

const daemonSet = (containers: readonly object[]) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'speaker', namespace: 'metallb-system' },
  spec: { template: { metadata: { labels: {} }, spec: { hostNetwork: true, containers } } },
});

const account = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'speaker', namespace: 'metallb-system' },
};

const key = 'DaemonSet/metallb-system/speaker';

test('a container gets its arguments behind those of upstream, and nothing else changes', () => {
  const other = { name: 'other', args: ['--a'] };
  const objects = [account, daemonSet([other, { name: 'speaker', args: ['--port=9120'] }])];
  expect(withWorkloadSettings(objects, { [key]: { speaker: { args: ['--b'] } } })).toEqual([
    account,
    daemonSet([other, { name: 'speaker', args: ['--port=9120', '--b'] }]),
  ]);
});

test('resources take the place of all of upstream’s', () => {
  const upstream = { limits: { cpu: '100m', memory: '50Mi' }, requests: { memory: '50Mi' } };
  const resources = { requests: { memory: '128Mi' }, limits: { memory: '1Gi' } };
  const objects = [daemonSet([{ name: 'speaker', resources: upstream }])];
  expect(withWorkloadSettings(objects, { [key]: { speaker: { resources } } })).toEqual([
    daemonSet([{ name: 'speaker', resources }]),
  ]);
});

test('without settings the objects are as upstream wrote them', () => {
  const object = daemonSet([{ name: 'speaker' }]);
  expect(withWorkloadSettings([object], {})[0]).toBe(object);
});

test('a workload or a container that is not there is an error, for the setting would be lost', () => {
  expect(() => withWorkloadSettings([account], { [key]: {} })).toThrow(
    'the manifest has no DaemonSet/metallb-system/speaker to have settings.',
  );
  expect(() =>
    withWorkloadSettings([daemonSet([{ name: 'metallb' }])], { [key]: { speaker: {} } }),
  ).toThrow('DaemonSet/metallb-system/speaker has no container "speaker" to have settings.');
});
