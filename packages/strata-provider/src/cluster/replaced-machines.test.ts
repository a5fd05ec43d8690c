// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { ResourceLife } from '../testing/index.ts';
import { TestPool } from './test-pool.ts';

const newResource = () => new ResourceLife(resourceTypes.poolRollout);

const forgotten = (pool: TestPool) => pool.changes.filter((one) => one.startsWith('forget'));

test('nodes of machines that are gone are gone with them, those of others stay', async () => {
  await using pool = await TestPool.start();
  // The cloud controller does not look in time; web-1 has registered anew before we do.
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

// A kubelet registers once: without its node it would never be Ready.
test('a node that its next machine has found already stays', async () => {
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
