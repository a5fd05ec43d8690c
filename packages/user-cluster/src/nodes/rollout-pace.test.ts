// SPDX-License-Identifier: Apache-2.0
import { ResourceLife } from '@strata/strata-provider/testing';
import { smallPool, testContext } from '../machines/test-cluster.ts';
import type { RawPool } from '../machines/test-cluster.ts';
import { rolloutPace } from './rollout-pace.ts';

function paceOf(change: RawPool) {
  const [pool] = testContext({ pools: [{ ...smallPool, ...change }] }).config.pools;
  if (pool === undefined) throw new Error('the configuration has no pool');
  return rolloutPace(pool);
}

// Proves: drains-and-updates.rollout-stops
test.each<[string, RawPool, number, number]>([
  // 600 to drain, and a grace period of 600 + 60 + 30.
  ['has the defaults', {}, 600, 3600 + 600 + 690],
  ['has two minutes to join', { joinSeconds: 120 }, 600, 120 + 600 + 690],
  [
    'sets all timeouts',
    { joinSeconds: 60, minReadySeconds: 7, drain: { timeoutSeconds: 30, shutdownSeconds: 10 } },
    30,
    60 + 30 + 70 + 7,
  ],
])('waits for a machine of a pool that %s', (_, change, drainSeconds, timeoutSeconds) => {
  const pace = { maxSurge: 1, maxUnavailable: 1, drainSeconds, timeoutSeconds };
  expect(paceOf(change)).toEqual(pace);
});

test('an empty pool of which no machine may be away has a pace that the plugin accepts', () => {
  const inputs = { kubeconfig: 'k', namespace: 'n', pool: 'md-a', replicas: 0, generation: 'g' };
  const life = new ResourceLife('strata:cluster:PoolRollout');
  expect(life.problems({ ...inputs, ...paceOf({ replicas: 0, maxUnavailable: 0 }) })).toEqual([]);
});
