// SPDX-License-Identifier: Apache-2.0
import { testConfig } from '../test-context.ts';
import { withRunningPools } from './running-pools.ts';

// Proves: clusters.hibernated
test('the pools of a hibernated cluster have no VMs, and all else is as the file says', () => {
  const config = testConfig();
  const [first] = config.pools;
  expect(first?.replicas).toBe(2);
  expect(withRunningPools({ ...config, hibernated: true })).toEqual({
    ...config,
    hibernated: true,
    pools: config.pools.map((pool) => ({ ...pool, replicas: 0 })),
  });
});

test('the pools of every other cluster have as many VMs as the file says', () => {
  const config = testConfig();
  expect(config.hibernated).toBe(false);
  expect(withRunningPools(config)).toBe(config);
});

test('a configuration without pools is left alone', () => {
  const broken = { hibernated: true };
  expect(withRunningPools(broken)).toBe(broken);
});
