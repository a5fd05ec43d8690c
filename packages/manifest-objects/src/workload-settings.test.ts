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

test('appends arguments to those of upstream, and changes nothing else', () => {
  const other = { name: 'other', args: ['--a'] };
  const objects = [account, daemonSet([other, { name: 'speaker', args: ['--port=9120'] }])];
  expect(withWorkloadSettings(objects, { [key]: { speaker: { args: ['--b'] } } })).toEqual([
    account,
    daemonSet([other, { name: 'speaker', args: ['--port=9120', '--b'] }]),
  ]);
});

test('replaces all resources of upstream', () => {
  const upstream = { limits: { cpu: '100m', memory: '50Mi' }, requests: { memory: '50Mi' } };
  const resources = { requests: { memory: '128Mi' }, limits: { memory: '1Gi' } };
  const objects = [daemonSet([{ name: 'speaker', resources: upstream }])];
  expect(withWorkloadSettings(objects, { [key]: { speaker: { resources } } })).toEqual([
    daemonSet([{ name: 'speaker', resources }]),
  ]);
});

test('returns the objects unchanged without settings', () => {
  const object = daemonSet([{ name: 'speaker' }]);
  expect(withWorkloadSettings([object], {})[0]).toBe(object);
});

test('refuses settings of a workload or container that the manifest does not have', () => {
  expect(() => withWorkloadSettings([account], { [key]: {} })).toThrow(
    'the manifest has no DaemonSet/metallb-system/speaker; correct the table of settings.',
  );
  expect(() =>
    withWorkloadSettings([daemonSet([{ name: 'metallb' }])], { [key]: { speaker: {} } }),
  ).toThrow(
    'DaemonSet/metallb-system/speaker has no container "speaker"; correct the table of settings.',
  );
});
