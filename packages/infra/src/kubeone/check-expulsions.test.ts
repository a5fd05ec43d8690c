// SPDX-License-Identifier: Apache-2.0
import { checkExpulsions } from './check-expulsions.ts';
import { planes, testConfig, worker } from './test-config.ts';

const plane = (name: string) => ({
  metadata: { name, labels: { 'node-role.kubernetes.io/control-plane': '' } },
});

const nodes = [
  ...['metal-0', 'metal-1', 'metal-2'].map(plane),
  { metadata: { name: 'metal-3', labels: {} } },
  { metadata: { name: 'metal-9' } },
];

const hostsOf = (...hosts: readonly object[]) => testConfig({}, { hosts }).hosts;

test('accepts control planes that are all in the configuration, and a worker that is not', () => {
  expect(checkExpulsions(nodes, hostsOf(...planes, worker))).toEqual([]);
});

test('accepts a control plane whose node somebody has deleted', () => {
  const [first, ...others] = nodes;
  expect(first?.metadata.name).toBe('metal-0');
  expect(checkExpulsions(others, hostsOf(...planes.slice(1), worker))).toEqual([]);
});

test('does not expel a control plane while another host joins', () => {
  const joining = { ...worker, name: 'metal-4', publicAddress: '192.0.2.14' };
  const hosts = hostsOf(...planes.slice(0, 1), worker, joining);
  expect(checkExpulsions(nodes, hosts)).toEqual([
    {
      path: ['hosts'],
      message:
        'the cluster has the control plane metal-1, metal-2, and KubeOne would remove it from etcd with its node, without a drain. Put it back with the role control-plane, or take it out first: drain it, run kubeadm reset on it, and kubectl delete node',
    },
  ]);
});

test('does not expel a control plane that is to be a worker', () => {
  const hosts = hostsOf(...planes.slice(1), { ...planes[0], role: 'worker' });
  expect(checkExpulsions(nodes, hosts).map(({ path }) => path)).toEqual([['hosts']]);
});
