// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '../resource-types.ts';
import { recordedWork, ResourceLife } from '../testing/index.ts';
import { TestPool } from './test-pool.ts';

/** Lets VMIs say that they have been Ready for long, by a clock that is behind. */
function setClockBack(pool: TestPool): void {
  const show = pool.show.bind(pool);
  const path =
    '/apis/kubevirt.io/v1/namespaces/cluster-demo/virtualmachineinstances?labelSelector=strata.dev/pool=web';
  pool.show = () => {
    show();
    const { items } = pool.infra.objects.get(path) as {
      readonly items: readonly { readonly status: { readonly conditions: object[] } }[];
    };
    for (const { conditions } of items.map(({ status }) => status)) {
      for (const one of conditions)
        Object.assign(one, { lastTransitionTime: '2025-12-31T23:00:00Z' });
    }
  };
}

// Proves: machines.rolling
test.each([
  ['', () => undefined],
  [', also where the clock of the infra cluster is behind', setClockBack],
])(
  'waits until a machine has been Ready for minReadySeconds before it replaces the next one%s',
  async (_, prepare) => {
    await using pool = await TestPool.start();
    prepare(pool);
    const work = recordedWork();
    const resource = new ResourceLife(resourceTypes.poolRollout, work);
    const times: number[] = [];
    const { onWrite } = pool.infra;
    pool.infra.onWrite = (write) => {
      if (write.method === 'DELETE') times.push(work.clock.now().getTime() / 1_000);
      return onWrite(write);
    };
    await resource.create({ ...pool.inputs, maxSurge: 0, minReadySeconds: 120 });
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(120);
    expect(third - second).toBeGreaterThanOrEqual(120);
  },
);

// Proves: machines.rolling
test('the first machine has as much time as any other after the surge is Ready', async () => {
  await using pool = await TestPool.start();
  await new ResourceLife(resourceTypes.poolRollout).create({
    ...pool.inputs,
    minReadySeconds: 600,
    timeoutSeconds: 660,
  });
  expect(pool.summary).toBe('web-0 new, web-1 new, web-2 new');
});
