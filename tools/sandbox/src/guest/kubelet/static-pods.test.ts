// SPDX-License-Identifier: Apache-2.0
import { hostname } from 'node:os';
import { logFolderOf } from './static-pods.ts';

test('the logs of a static pod are where a kubelet has them', () => {
  const metadata = { name: 'etcd', namespace: 'kube-system', uid: '' };
  const spec = { containers: [{ name: 'etcd', image: 'etcd:3.6.6-0' }] };
  expect(logFolderOf({ pod: { metadata, spec }, hash: '0a1b' })).toBe(
    `/var/log/pods/kube-system_etcd-${hostname()}_0a1b`,
  );
  const unnamed = { pod: { metadata: { name: 'web', uid: '' }, spec }, hash: '0a1b' };
  expect(logFolderOf(unnamed)).toBe(`/var/log/pods/default_web-${hostname()}_0a1b`);
});
