// SPDX-License-Identifier: Apache-2.0
import { stepOfJob } from './restore-job.ts';
import type { RestorePod } from './tenant-namespace.ts';

const pod = (status: Partial<RestorePod['status']>): RestorePod => ({
  metadata: { name: 'etcd-restore-x' },
  status: { conditions: [], initContainerStatuses: [], containerStatuses: [], ...status },
});

test('a pod that no host takes says why', () => {
  const message =
    "0/3 nodes are available: 3 node(s) didn't match PersistentVolume's node affinity.";
  const conditions = [{ type: 'PodScheduled', status: 'False', message }];
  expect(stepOfJob([pod({ conditions })])).toBe(`waiting for the pod of the restore: ${message}`);
  expect(stepOfJob([pod({})])).toBe('waiting for the pod of the restore');
  expect(stepOfJob([])).toBe('waiting for the pod of the restore');
});

test('the step is the container that runs, or what it waits for', () => {
  const of = (name: string, state: RestorePod['status']['containerStatuses'][number]['state']) =>
    pod({ initContainerStatuses: [{ name, state }] });
  expect(stepOfJob([of('fetch', { running: {} })])).toBe('restoring: fetch');
  expect(stepOfJob([of('fetch', { waiting: { reason: 'ImagePullBackOff' } })])).toBe(
    'restoring: fetch (ImagePullBackOff)',
  );
});
