// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { ResourceLife } from '../testing/index.ts';
import { TestPool } from './test-pool.ts';

const newResource = () => new ResourceLife(resourceTypes.poolRollout);

const forgotten = (pool: TestPool) => pool.changes.filter((one) => one.startsWith('forget'));

test('deletes the nodes of deleted machines, but not nodes that have registered again', async () => {
  await using pool = await TestPool.start();
  // The cloud controller does not delete nodes in time; web-1 registers again before the rollout does.
  for (const name of ['web-0', 'web-1', 'web-2', 'web-3']) pool.keptNodes.add(name);
  const { onWrite } = pool.infra;
  pool.infra.onWrite = (write) => {
    const status = onWrite(write);
    if (pool.changes.at(-1) === 'delete web-1 old') pool.nodes.set('web-1', 'new');
    pool.show();
    return status;
  };
  await newResource().create(pool.inputs);
  expect([...pool.nodes]).toEqual([
    ['web-1', 'new'],
    ['web-0', 'new'],
    ['web-2', 'new'],
  ]);
  expect(forgotten(pool)).toEqual(['forget web-0', 'forget web-2', 'forget web-3']);
});

test('deletes the node of a machine whose deletion was carried out without an answer', async () => {
  await using pool = await TestPool.start();
  for (const name of ['web-0', 'web-1', 'web-2', 'web-3']) pool.keptNodes.add(name);
  const { onWrite } = pool.infra;
  pool.infra.onWrite = (write) => {
    const status = onWrite(write);
    return write.method === 'DELETE' && pool.changes.at(-1) === 'delete web-1 old' ? 504 : status;
  };
  await newResource().create(pool.inputs);
  expect(forgotten(pool)).toEqual(['forget web-0', 'forget web-1', 'forget web-2', 'forget web-3']);
});

test('goes on when the cluster refuses to delete nodes and pods, and says so once', async () => {
  await using pool = await TestPool.start();
  for (const name of ['web-0', 'web-1', 'web-2', 'web-3']) pool.keptNodes.add(name);
  pool.pods = [
    { namespace: 'kube-system', name: 'cilium-0', node: 'web-0', owner: 'DaemonSet', refusals: 0 },
  ];
  pool.show();
  const { onWrite } = pool.cluster;
  pool.cluster.onWrite = (write) => (write.method === 'DELETE' ? 403 : onWrite(write));
  const resource = newResource();
  await resource.create({ ...pool.inputs, maxSurge: 0 });
  expect(pool.summary).toBe('web-0 new, web-1 new, web-2 new');
  expect(resource.work.infos).toEqual([
    'nodes or pods of deleted machines stay, and the next machine of such a name may take over labels and taints: ' +
      `${pool.cluster.url}: it refuses to DELETE /api/v1/nodes/web-0: HTTP 403`,
  ]);
});

// A kubelet registers once: without its node it would never be Ready.
test('keeps a node that the kubelet of the next machine already uses', async () => {
  await using pool = await TestPool.start();
  for (const name of ['web-0', 'web-1', 'web-2', 'web-3']) pool.keptNodes.add(name);
  const { onWrite } = pool.infra;
  pool.infra.onWrite = (write) => {
    const status = onWrite(write);
    if (pool.changes.at(-1) === 'delete web-1 old') pool.foundNodes.set('web-1', 'a later boot');
    pool.show();
    return status;
  };
  await newResource().create(pool.inputs);
  expect(pool.nodes.get('web-1')).toBe('old');
  expect(forgotten(pool)).toEqual(['forget web-0', 'forget web-2', 'forget web-3']);
  expect(pool.summary).toBe('web-0 new, web-1 new, web-2 new');
});

// https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/controller/daemon/daemon_controller.go `podsShouldBeOnNode`
test('deletes the pods of a deleted machine with its node, so that DaemonSets create new ones for the next machine at once', async () => {
  await using pool = await TestPool.start();
  pool.pods = [
    { namespace: 'kube-system', name: 'cilium-0', node: 'web-0', owner: 'DaemonSet', refusals: 0 },
    { namespace: 'kube-system', name: 'cilium-1', node: 'web-1', owner: 'DaemonSet', refusals: 0 },
    { namespace: 'kube-system', name: 'cilium-2', node: 'web-2', owner: 'DaemonSet', refusals: 0 },
  ];
  // The cloud controller deletes the node of web-1 first; the next machine already uses that of web-2.
  for (const name of ['web-0', 'web-2', 'web-3']) pool.keptNodes.add(name);
  const { onWrite } = pool.infra;
  pool.infra.onWrite = (write) => {
    const status = onWrite(write);
    const last = pool.changes.at(-1);
    if (last === 'delete web-1 old') pool.nodes.delete('web-1');
    if (last === 'delete web-2 old') pool.foundNodes.set('web-2', 'a later boot');
    pool.show();
    return status;
  };
  pool.show();
  await newResource().create(pool.inputs);
  const removed = pool.changes.filter((one) => /^(forget|remove) /.test(one));
  expect(removed).toEqual([
    'forget web-0',
    'remove cilium-0 of web-0',
    'remove cilium-1 of web-1',
    'forget web-3',
  ]);
});
