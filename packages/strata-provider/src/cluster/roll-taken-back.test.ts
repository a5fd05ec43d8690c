// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { ResourceLife } from '../testing/index.ts';
import { TestPool } from './test-pool.ts';

/** The rollout of a pool of generation `old` that has ended well, and what its inputs are. */
async function rolled(pool: TestPool) {
  pool.generation = 'old';
  const resource = new ResourceLife(resourceTypes.poolRollout);
  const old = { ...pool.inputs, generation: 'old', timeoutSeconds: 60 };
  await resource.create(old);
  return { resource, old, next: { ...old, generation: 'new' } };
}

// Proves: drains-and-updates.rollout-taken-back
test('a roll that stopped at its first machine and is taken back: the machine more goes', async () => {
  await using pool = await TestPool.start();
  const { resource, old, next } = await rolled(pool);
  pool.generation = 'new';
  pool.failing.add('web-3');
  await expect(resource.update(next)).rejects.toThrow('pool web stopped after 60 s');
  expect(pool.summary).toBe('web-0 old, web-1 old, web-2 old, web-3 new');
  pool.generation = 'old';
  // The state still has the inputs of before, so they alone show nothing.
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
test('a roll that was cut off half way and is taken back: machines go back one by one', async () => {
  await using pool = await TestPool.start();
  const { resource, old, next } = await rolled(pool);
  pool.generation = 'new';
  // The machine in the place of web-1 never gets ready; web-2 was cordoned when the run was killed.
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
    // It stays after all, and takes the pods of those that go.
    'uncordon web-2',
    // What is down already goes first.
    ...['cordon web-1', 'delete web-1 new', 'cordon web-3', 'delete web-3 new'],
    ...['cordon web-0', 'delete web-0 new', 'cordon web-3', 'size 3, surge 0'],
  ]);
  expect(pool.fewest).toBe(3);
  expect([...pool.cordoned]).toEqual([]);
  expect(pool.isRolling).toBe(false);
});

test('without a machine more: it is written down as begun until all is done', async () => {
  await using pool = await TestPool.start();
  const { resource, old, next } = await rolled(pool);
  expect(pool.isRolling).toBe(false);
  pool.generation = 'new';
  pool.failing.add('web-0');
  const alone = { maxSurge: 0, maxUnavailable: 1 };
  await expect(resource.update({ ...next, ...alone })).rejects.toThrow('stopped after 60 s');
  expect(pool.isRolling).toBe(true);
  // Back, but what comes in its place does not join either: nothing but that note tells of it.
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

test('a second roll that is taken back is done once more, too', async () => {
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

test('as long as nobody looked at the nodes, it is not done', async () => {
  await using pool = await TestPool.start();
  const { resource, next } = await rolled(pool);
  pool.generation = 'new';
  const { afterRequest } = pool.infra;
  pool.infra.afterRequest = (request) => {
    afterRequest(request);
    if (pool.changes.at(-1) === 'size 3, surge 0') pool.cluster.objects.set('/api/v1/nodes', 403);
  };
  await resource.update(next);
  expect(resource.work.infos.join('\n')).toContain(
    'nobody looked whether nodes are still cordoned',
  );
  expect(pool.isRolling).toBe(true);
  pool.infra.afterRequest = afterRequest;
  pool.show();
  await resource.update({ ...next, unfinished: true });
  expect(pool.isRolling).toBe(false);
});

test('a pool that makes other machines than it is to is not rolled for ever', async () => {
  await using pool = await TestPool.start();
  const { resource, old } = await rolled(pool);
  pool.generation = 'new';
  pool.show();
  await expect(resource.update({ ...old, unfinished: true })).rejects.toThrow(
    'pool web makes machines of generation new, and they are to be of generation old: the update ' +
      'that changed the pool was cut off before Pulumi had written that down, or somebody else ' +
      'changed it. Run pulumi refresh, then pulumi up',
  );
  expect(pool.changes).toEqual([]);
});
