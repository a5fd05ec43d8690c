// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { ResourceLife } from '../testing/index.ts';
import { TestPool } from './test-pool.ts';

/** Completes a rollout of a pool to the generation `old`; returns its resource and inputs. */
async function rolled(pool: TestPool) {
  pool.generation = 'old';
  const resource = new ResourceLife(resourceTypes.poolRollout);
  const old = { ...pool.inputs, generation: 'old', timeoutSeconds: 60 };
  await resource.create(old);
  return { resource, old, next: { ...old, generation: 'new' } };
}

// Proves: drains-and-updates.rollout-taken-back
test('taking back a rollout that stopped at its first machine removes the surge machine', async () => {
  await using pool = await TestPool.start();
  const { resource, old, next } = await rolled(pool);
  pool.generation = 'new';
  pool.failing.add('web-3');
  await expect(resource.update(next)).rejects.toThrow('pool web stopped after 60 s');
  expect(pool.summary).toBe('web-0 old, web-1 old, web-2 old, web-3 new');
  pool.generation = 'old';
  // The state still has the former inputs, so the inputs alone show no change.
  expect(resource.changes(old)).toEqual([]);
  const back = { ...old, unfinished: true };
  expect(resource.changes(back)).toEqual(['repeats']);
  pool.changes.length = 0;
  const { inputs } = await resource.update(back);
  expect(pool.changes).toEqual(['size 3, surge 0']);
  expect(pool.summary).toBe('web-0 old, web-1 old, web-2 old');
  expect(inputs).toMatchObject({ generation: 'old', repeats: 1 });
  expect(inputs).not.toHaveProperty('unfinished');
  expect(pool.isRolling).toBe(false);
  // The next `up` finds nothing unfinished, and nothing to do.
  expect(resource.changes(old)).toEqual([]);
  expect(resource.changes({ ...old, unfinished: false })).toEqual([]);
});

// Proves: drains-and-updates.rollout-taken-back
test('taking back a rollout that was interrupted half way replaces the new machines one by one', async () => {
  await using pool = await TestPool.start();
  const { resource, old, next } = await rolled(pool);
  pool.generation = 'new';
  // The new web-1 never gets ready; web-2 was cordoned when the run was killed.
  const { afterRequest } = pool.infra;
  pool.infra.afterRequest = (request) => {
    if (pool.changes.includes('delete web-1 old')) pool.failing.add('web-1');
    afterRequest(request);
  };
  await expect(resource.update(next)).rejects.toThrow('pool web stopped after 60 s');
  expect(pool.summary).toBe('web-0 new, web-1 new, web-2 old, web-3 new');
  expect(pool.isRolling).toBe(true);
  pool.infra.afterRequest = afterRequest;
  pool.failing.clear();
  pool.generation = 'old';
  pool.cordoned.add('web-2');
  pool.show();
  pool.changes.length = 0;
  pool.fewest = 100;
  await resource.update({ ...old, unfinished: true });
  expect(pool.summary).toBe('web-0 old, web-1 old, web-2 old');
  expect(pool.changes.filter((one) => !one.startsWith('forget '))).toEqual([
    // web-2 stays, and takes the pods of the machines that are replaced.
    'uncordon web-2',
    // Machines that are down are replaced first.
    'cordon web-1',
    'delete web-1 new',
    'cordon web-3',
    'delete web-3 new',
    'cordon web-0',
    'delete web-0 new',
    'cordon web-3',
    'size 3, surge 0',
  ]);
  expect(pool.fewest).toBe(3);
  expect([...pool.cordoned]).toEqual([]);
  expect(pool.isRolling).toBe(false);
});

test('marks a pool as rolling until the rollout is done, also without a surge', async () => {
  await using pool = await TestPool.start();
  const { resource, old, next } = await rolled(pool);
  expect(pool.isRolling).toBe(false);
  pool.generation = 'new';
  pool.failing.add('web-0');
  const alone = { maxSurge: 0, maxUnavailable: 1 };
  await expect(resource.update({ ...next, ...alone })).rejects.toThrow('stopped after 60 s');
  expect(pool.isRolling).toBe(true);
  // Taken back, but the replacement does not join either: only the mark shows that.
  pool.generation = 'old';
  const back = { ...old, ...alone, unfinished: true };
  await expect(resource.update(back)).rejects.toThrow('did not get ready within 60 s');
  expect(pool.summary).toBe('web-0 old, web-1 old, web-2 old');
  expect(pool.isRolling).toBe(true);
  pool.failing.clear();
  expect(resource.changes(back)).toEqual(['maxSurge', 'repeats']);
  const { inputs } = await resource.update(back);
  expect(inputs).toMatchObject({ repeats: 1 });
  expect(pool.isRolling).toBe(false);
  expect([...pool.cordoned]).toEqual([]);
});

test('runs again when a second rollout is taken back', async () => {
  await using pool = await TestPool.start();
  const { resource, old, next } = await rolled(pool);
  const back = { ...old, unfinished: true };
  await resource.update(back);
  // Another generation is a change by itself.
  expect(resource.changes({ ...next, unfinished: true })).toEqual(['generation']);
  expect(resource.changes(back)).toEqual(['repeats']);
  const { inputs } = await resource.update(back);
  expect(inputs).toMatchObject({ repeats: 2 });
});

test('fails while it cannot read the nodes, and keeps the pool marked as rolling', async () => {
  await using pool = await TestPool.start();
  const { resource, next } = await rolled(pool);
  pool.generation = 'new';
  const { afterRequest } = pool.infra;
  pool.infra.afterRequest = (request) => {
    afterRequest(request);
    // The last node has not been looked at.
    if (pool.changes.at(-1) === 'size 3, surge 0') pool.cluster.objects.set('/api/v1/nodes', 403);
  };
  await expect(resource.update(next)).rejects.toThrow(
    `${pool.cluster.url}: it refuses to GET /api/v1/nodes: HTTP 403`,
  );
  expect(pool.isRolling).toBe(true);
  pool.infra.afterRequest = afterRequest;
  pool.show();
  await resource.update({ ...next, unfinished: true });
  expect(pool.isRolling).toBe(false);
});

test('fails when the pool creates machines of another generation than wanted', async () => {
  await using pool = await TestPool.start();
  const { resource, old } = await rolled(pool);
  pool.generation = 'new';
  pool.show();
  await expect(resource.update({ ...old, unfinished: true })).rejects.toThrow(
    'pool web creates machines of generation new instead of old: the update that changed the pool ' +
      'was interrupted before Pulumi had saved that, or somebody else changed the pool. ' +
      'Run pulumi up again with --refresh',
  );
  expect(pool.changes).toEqual([]);
});
