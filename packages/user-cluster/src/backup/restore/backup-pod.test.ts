// SPDX-License-Identifier: Apache-2.0
import { backupPodOf } from './backup-pod.ts';

const labels = { app: 'backup' };
const verify = { name: 'verify', image: 'etcd' };
const store = {
  name: 'store',
  image: 'restic',
  env: [{ name: 'A', value: 'b' }],
  resources: { limits: { memory: '1Gi' } },
  volumeMounts: [{ name: 'files', mountPath: '/files', readOnly: true }],
};
const whole = {
  initContainers: [{ name: 'first', image: 'a' }, verify],
  containers: [{ name: 'other', image: 'b' }, store],
  volumes: [{ name: 'files', emptyDir: {} }],
};

const podOf = (change: object = {}) =>
  backupPodOf({
    spec: {
      jobTemplate: { spec: { template: { metadata: { labels }, spec: { ...whole, ...change } } } },
    },
  });

// Proves: backups.restore
test('takes over the image of etcd, the container with restic, and the volumes', () => {
  expect(podOf()).toStrictEqual({ labels, etcdImage: 'etcd', store, volumes: whole.volumes });
});

test('a container may have no environment and no volumes', () => {
  expect(podOf({ containers: [{ name: 'store', image: 'restic' }] })?.store).toEqual({
    name: 'store',
    image: 'restic',
    env: [],
    volumeMounts: [],
  });
});

// Proves: backups.restore
test.each<[string, object]>([
  ['etcd', { initContainers: [{ name: 'first', image: 'a' }] }],
  ['restic', { containers: [{ name: 'other', image: 'b' }] }],
  ['names of volumes', { volumes: [{ emptyDir: {} }] }],
  ['places of volumes', { containers: [{ ...store, volumeMounts: [{ name: 'files' }] }] }],
])('a pod without %s is none of backups', (_, change) => {
  expect(podOf(change)).toBeUndefined();
});
