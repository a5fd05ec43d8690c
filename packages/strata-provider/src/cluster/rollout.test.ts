// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { recordedWork, ResourceLife } from '../testing/index.ts';
import { TestPool } from './test-pool.ts';

const newResource = () => new ResourceLife(resourceTypes.poolRollout);

// Proves: drains-and-updates.max-unavailable, machines.rolling
test('replaces one machine after the other, drains each first, and keeps one more during the rollout', async () => {
  await using pool = await TestPool.start();
  pool.pods = [
    { namespace: 'shop', name: 'cart', node: 'web-1', refusals: 1 },
    { namespace: 'kube-system', name: 'cilium', node: 'web-1', owner: 'DaemonSet', refusals: 0 },
  ];
  pool.volumes.set('web-1', ['pvc-cart']);
  pool.show();
  const resource = newResource();
  const { outputs } = await resource.create(pool.inputs);
  expect(outputs).toEqual({ generation: 'new', machines: ['web-0', 'web-1', 'web-2'] });
  expect(pool.changes).toEqual([
    'size 4, surge 1',
    'cordon web-0',
    'delete web-0 old',
    'forget web-0',
    'cordon web-1',
    'evict cart from web-1',
    'delete web-1 old',
    'forget web-1',
    'remove cilium of web-1',
    'cordon web-2',
    'delete web-2 old',
    'forget web-2',
    'cordon web-3',
    'size 3, surge 0',
  ]);
  expect(pool.summary).toBe('web-0 new, web-1 new, web-2 new');
  expect(pool.fewest).toBe(3);
  // Each node has registered again, with the labels of its new machine.
  expect([...new Set(pool.nodes.values())]).toEqual(['new']);
  const said = resource.work.statuses.map((line) => line.replace(/ \(\d+ s\)$/, ''));
  expect(said[0]).toBe(
    'web: 0/3 machines are new; web-0 waits for its turn; web-1 waits for its turn; web-2 waits for its turn',
  );
  expect(said).toEqual(
    expect.arrayContaining([
      'web: 1/3 machines are new, and 1 more until all are; web-1 drains: 1 pod is to leave: ' +
        'shop/cart (its PodDisruptionBudget does not allow it yet); web-2 waits for its turn',
    ]),
  );
});

// Proves: volumes.not-undone
test('deletes a machine only after its volumes are unplugged', async () => {
  await using pool = await TestPool.start();
  pool.pods = [{ namespace: 'shop', name: 'cart', node: 'web-0', refusals: 0 }];
  pool.volumes.set('web-0', ['pvc-cart']);
  pool.show();
  const deletedWith: string[][] = [];
  const { onWrite } = pool.infra;
  pool.infra.onWrite = (write) => {
    if (write.method === 'DELETE') deletedWith.push([...pool.volumes.values()].flat());
    return onWrite(write);
  };
  const resource = newResource();
  await resource.create({ ...pool.inputs, maxSurge: 0 });
  expect(deletedWith).toEqual([[], [], []]);
  expect(resource.work.statuses.join('\n')).toContain(
    'web-0 is empty, and its volumes are unplugged: pvc-cart',
  );
});

// Proves: drains-and-updates.max-unavailable
test('without a surge replaces maxUnavailable machines at a time', async () => {
  await using pool = await TestPool.start();
  await newResource().create({ ...pool.inputs, maxSurge: 0, maxUnavailable: 2 });
  expect(pool.changes).toEqual([
    'cordon web-0',
    'delete web-0 old',
    'cordon web-1',
    'delete web-1 old',
    'forget web-0',
    'forget web-1',
    'cordon web-2',
    'delete web-2 old',
    'forget web-2',
  ]);
  expect(pool.fewest).toBe(1);
});

// Proves: drains-and-updates.rollout-stops
test('a surge machine that does not join stops the rollout before an old machine is deleted', async () => {
  await using pool = await TestPool.start();
  pool.failing.add('web-3');
  const resource = newResource();
  await expect(resource.create({ ...pool.inputs, timeoutSeconds: 60 })).rejects.toThrow(
    'pool web stopped after 60 s without another machine that is new and Ready: ' +
      'web: 0/3 machines are new, and 1 more until all are; web-0 waits for its turn; ' +
      'web-1 waits for its turn; web-2 waits for its turn; web-3 runs, and has not joined yet. ' +
      'The others were not changed; the console of that machine says what it lacks ' +
      '(docs/runbooks/machine-does-not-join.md). Run pulumi up again to go on',
  );
  expect(pool.changes).toEqual(['size 4, surge 1']);
});

// Proves: drains-and-updates.rollout-stops
test('a replaced machine that does not come back stops the rollout, and a run with another generation replaces all machines', async () => {
  await using pool = await TestPool.start();
  pool.failing.add('web-1');
  await expect(newResource().create({ ...pool.inputs, timeoutSeconds: 60 })).rejects.toThrow(
    'web: 1/3 machines are new, and 1 more until all are; web-1 runs, and has not joined yet; ' +
      'web-2 waits for its turn',
  );
  expect(pool.summary).toBe('web-0 new, web-1 new, web-2 old, web-3 new');
  // Another generation fixes it: all machines are old now, also the surge machine.
  pool.failing.clear();
  pool.generation = 'newer';
  pool.changes.length = 0;
  await newResource().create({ ...pool.inputs, generation: 'newer' });
  expect(pool.changes.filter((one) => !/^(cordon|forget) /.test(one))).toEqual([
    'delete web-1 new',
    'delete web-3 new',
    'delete web-0 new',
    'delete web-2 old',
    'size 3, surge 0',
  ]);
  expect(pool.summary).toBe('web-0 newer, web-1 newer, web-2 newer');
});

// Proves: drains-and-updates.rollout-stops
test.each([1, 2, 3, 5, 8, 13, 21, 26])(
  'is interrupted after %i checks, and the next run completes it',
  async (looks) => {
    await using pool = await TestPool.start();
    pool.pods = [{ namespace: 'shop', name: 'cart', node: 'web-1', refusals: 1 }];
    pool.show();
    const work = recordedWork();
    const { afterRequest } = pool.infra;
    let left = looks;
    pool.infra.afterRequest = (request) => {
      afterRequest(request);
      if (!request.startsWith('GET ') || !request.includes('virtualmachineinstances')) return;
      left -= 1;
      if (left === 0) work.interrupt(new Error('killed'));
    };
    const first = new ResourceLife(resourceTypes.poolRollout, work);
    await expect(first.create(pool.inputs)).rejects.toThrow(new Error('killed'));
    await newResource().create(pool.inputs);
    expect(pool.summary).toBe('web-0 new, web-1 new, web-2 new');
    expect(pool.size).toBe(3);
    expect(pool.surge).toBeUndefined();
    expect([...pool.cordoned]).toEqual([]);
    expect(pool.fewest).toBe(3);
  },
);

// Proves: drains-and-updates.max-unavailable
test('continues without a surge when there is no room for another machine, and says so', async () => {
  await using pool = await TestPool.start();
  pool.roomFor = 3;
  const resource = newResource();
  await resource.create(pool.inputs);
  expect(resource.work.infos).toEqual([
    'web: there is no room for another machine (web-3: exceeded quota: cluster); continues without it, 1 missing at a time',
  ]);
  expect(pool.summary).toBe('web-0 new, web-1 new, web-2 new');
  expect(pool.fewest).toBe(2);
});

// Proves: drains-and-updates.max-unavailable
test('fails without deleting a machine when there is no room for a surge and maxUnavailable is 0', async () => {
  await using pool = await TestPool.start();
  pool.roomFor = 3;
  await expect(newResource().create({ ...pool.inputs, maxUnavailable: 0 })).rejects.toThrow(
    'pool web stays as it is: maxUnavailable is 0, and there is no room for another machine: ' +
      'web-3: exceeded quota: cluster. Make room for it, in the quota or on the hosts, or let maxUnavailable be 1',
  );
  expect(pool.size).toBe(3);
  expect(pool.machines.filter(({ generation }) => generation === 'old')).toHaveLength(3);
  expect(pool.changes).toEqual(['size 4, surge 1', 'size 3, surge 0']);
});

test('replaces machines that are down first', async () => {
  await using pool = await TestPool.start();
  const broken = pool.machines[2];
  if (broken === undefined) throw new Error('no machine');
  broken.isReady = false;
  pool.failing.add('web-2');
  pool.show();
  const { afterRequest } = pool.infra;
  pool.infra.afterRequest = (request) => {
    if (pool.changes.includes('delete web-2 old')) pool.failing.clear();
    afterRequest(request);
  };
  await newResource().create({ ...pool.inputs, maxSurge: 0 });
  expect(pool.changes.filter((one) => one.startsWith('delete'))).toEqual([
    'delete web-2 old',
    'delete web-0 old',
    'delete web-1 old',
  ]);
});

test('for fewer machines of another generation, shrinks the pool before it replaces the rest', async () => {
  await using pool = await TestPool.start();
  pool.size = 2;
  pool.show();
  await newResource().create({ ...pool.inputs, replicas: 2 });
  expect(pool.changes.filter((one) => !/^(cordon|forget) /.test(one))).toEqual([
    'size 3, surge 1',
    'delete web-0 old',
    'delete web-1 old',
    'size 2, surge 0',
  ]);
  expect(pool.summary).toBe('web-0 new, web-1 new');
});

test('resizes the pool so that its controller removes the finalizer of a deleted machine', async () => {
  await using pool = await TestPool.start();
  for (const machine of pool.machines) machine.generation = 'new';
  // Deleted while the pool shrank: 3 machines, one of them being deleted, for a size of 2.
  pool.size = 2;
  const [first] = pool.machines;
  if (first === undefined) throw new Error('no machine');
  Object.assign(first, { isLeaving: true, isReady: false, isOn: false });
  pool.show();
  await newResource().create({ ...pool.inputs, replicas: 2 });
  expect(pool.summary).toBe('web-0 new, web-1 new');
});

// The pool controller panics when fewer machines are too many than are being deleted.
test('makes a pool larger only after the machines that it loses are gone', async () => {
  await using pool = await TestPool.start();
  pool.add('web-3', 'new', true);
  pool.add('web-4', 'new', true);
  for (const machine of pool.machines) machine.generation = 'new';
  // A run that reduced the pool from 5 machines to 3 was interrupted; now there are to be 4.
  for (const machine of pool.machines.slice(3)) {
    Object.assign(machine, { isLeaving: true, isReady: false, hasPoolFinalizer: false });
  }
  pool.show();
  await newResource().create({ ...pool.inputs, replicas: 4 });
  expect(pool.changes).toEqual(['size 4, surge 0']);
  expect(pool.summary).toBe('web-0 new, web-1 new, web-2 new, web-3 new');
});

test('uncordons the node of a machine that stays', async () => {
  await using pool = await TestPool.start();
  for (const machine of pool.machines) machine.generation = 'new';
  pool.cordoned.add('web-1');
  pool.show();
  await newResource().create(pool.inputs);
  expect(pool.changes).toEqual(['uncordon web-1']);
});

// Proves: drains-and-updates.workload-evicted
test('deletes a machine with the pods that could not be evicted in time, and names them', async () => {
  await using pool = await TestPool.start();
  pool.pods = [{ namespace: 'shop', name: 'cart', node: 'web-0', refusals: 1000 }];
  pool.show();
  const resource = newResource();
  const { afterRequest } = pool.infra;
  pool.infra.afterRequest = (request) => {
    if (pool.changes.includes('delete web-0 old')) pool.pods = [];
    afterRequest(request);
  };
  await resource.create({ ...pool.inputs, drainSeconds: 30 });
  expect(resource.work.infos).toEqual([
    'web-0 is not empty after 30 s; these pods go down with it: shop/cart',
  ]);
});

test.each([
  ['a node that disappears while it is cordoned', 404],
  ['a cluster that is overloaded', 429],
])('%s does not stop the rollout', async (_, status) => {
  await using pool = await TestPool.start();
  const { onWrite } = pool.cluster;
  let left = 2;
  pool.cluster.onWrite = (write) => {
    left -= 1;
    return left >= 0 ? status : onWrite(write);
  };
  await newResource().create(pool.inputs);
  expect(pool.summary).toBe('web-0 new, web-1 new, web-2 new');
});

/** Lets nodes lose their network, as a broken update of a CNI does. */
function breakNetwork(pool: TestPool, isBroken: (name: string) => boolean): void {
  const show = pool.show.bind(pool);
  pool.show = () => {
    show();
    const nodes = pool.cluster.objects.get('/api/v1/nodes') as {
      readonly items: readonly {
        readonly metadata: { readonly name: string };
        readonly status: { readonly conditions: { status: string }[] };
      }[];
    };
    for (const { metadata, status } of nodes.items) {
      if (isBroken(metadata.name)) for (const one of status.conditions) one.status = 'False';
    }
  };
}

// Proves: drains-and-updates.rollout-stops
test('without a surge, the last machine must become a Ready node as well', async () => {
  await using pool = await TestPool.start();
  breakNetwork(pool, (name) => name === 'web-2' && pool.changes.includes('delete web-2 old'));
  const inputs = { ...pool.inputs, maxSurge: 0, timeoutSeconds: 60 };
  await expect(newResource().create(inputs)).rejects.toThrow(
    'pool web did not get ready within 60 s: 2/3 ready; web-2 runs, and its node is not Ready yet',
  );
  expect(pool.isRolling).toBe(true);
});

// Proves: drains-and-updates.rollout-stops
test('stops when no node is Ready any more', async () => {
  await using pool = await TestPool.start();
  breakNetwork(pool, () => pool.changes.includes('delete web-0 old'));
  const inputs = { ...pool.inputs, maxSurge: 0, timeoutSeconds: 60 };
  await expect(newResource().create(inputs)).rejects.toThrow(
    'web: 0/3 machines are new; web-0 runs, and its node is not Ready yet',
  );
  expect(pool.summary).toBe('web-0 new, web-1 old, web-2 old');
});
