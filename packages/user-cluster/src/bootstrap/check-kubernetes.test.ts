// SPDX-License-Identifier: Apache-2.0
import type { Change } from '../test-context.ts';
import { testContext } from '../test-context.ts';
import { checkKubernetes } from './index.ts';

const kubernetes = { version: '1.35.4', podCidr: '10.100.0.0/16', serviceCidr: '10.101.0.0/16' };
const pool = {
  name: 'md-a',
  replicas: 1,
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu' },
};
const check = (change: Change) => checkKubernetes(testContext(change));

test('finds nothing wrong with a supported version and a pool one minor behind', () => {
  expect(check({ kubernetes, pools: [{ ...pool, kubernetesVersion: '1.34.9' }] })).toEqual([]);
});

test('says nothing of what is missing: that has its own problem', () => {
  expect(checkKubernetes({ ...testContext(), config: {} })).toEqual([]);
});

test('names the minors that there are', () => {
  expect(check({ kubernetes: { ...kubernetes, version: '1.33.2' } })).toEqual([
    {
      path: ['kubernetes', 'version'],
      message:
        'Kubernetes 1.33 is not supported; did you mean "1.34"? Tested are 1.34.4 and 1.35.4',
    },
  ]);
});

test.each([
  [
    '1.35.5',
    'a node must not be newer than the control plane, which is at 1.35.4; update kubernetes.version first',
  ],
  [
    '1.36.0',
    'a node must not be newer than the control plane, which is at 1.35.4; update kubernetes.version first',
  ],
  [
    '1.33.4',
    'a pool may stay one minor behind the control plane, which is at 1.35.4; update the pool first',
  ],
])('keeps a pool at %s from running', (kubernetesVersion, message) => {
  expect(check({ kubernetes, pools: [{ ...pool, kubernetesVersion }] })).toEqual([
    { path: ['pools', 0, 'kubernetesVersion'], message },
  ]);
});

test('refuses labels with which a kubelet would not start', () => {
  const labels = {
    'node-role.kubernetes.io/web': '',
    'node.kubernetes.io/pool': 'a',
    'topology.kubernetes.io/zone': 'a',
    'example.org/tier': 'web',
    plain: 'yes',
    'team.k8s.io/name': 'x',
  };
  expect(check({ pools: [{ ...pool, labels }] })).toEqual(
    ['node-role.kubernetes.io/web', 'team.k8s.io/name'].map((key) => ({
      path: ['pools', 0, 'labels', key],
      message:
        `the kubelet of pool "md-a" refuses to start with the label "${key}": labels of ` +
        'kubernetes.io and k8s.io belong to Kubernetes; take a prefix of your own, or ' +
        'node.kubernetes.io',
    })),
  );
});

test('finds names that are there twice', () => {
  const person = { name: 'ann', role: 'view' };
  const registry = { registry: 'docker.io', endpoint: 'https://hub.example.org' };
  expect(
    check({
      kubernetes: {
        ...kubernetes,
        kubeconfigs: [person, person],
        registries: [registry, registry],
      },
    }),
  ).toEqual([
    {
      path: ['kubernetes', 'kubeconfigs', 1, 'name'],
      message: 'there is another kubeconfig "ann"; names are users of the cluster',
    },
    {
      path: ['kubernetes', 'registries', 1, 'registry'],
      message: '"docker.io" has a mirror already',
    },
  ]);
});

test('says that images with Ignition cannot join', () => {
  expect(check({ pools: [{ ...pool, cloudInit: 'ignition' }] })).toEqual([
    {
      path: ['pools', 0, 'cloudInit'],
      message:
        'machines join by cloud-init, and this image reads Ignition; take an image with ' +
        'cloud-init and leave cloudInit out',
    },
  ]);
});
