// SPDX-License-Identifier: Apache-2.0
import { checkMachines } from './index.ts';
import { smallPool, testContext } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

function problemsOf(pool: RawPool, hosts: readonly string[] = []) {
  const context = testContext({ pools: [{ ...smallPool, ...pool }] });
  const infra = { hosts: hosts.map((name) => ({ ...context.infra.hosts[0], name })) };
  return checkMachines({ ...context, infra: infra as typeof context.infra })
    .filter(({ path }) => path.at(-1) === 'maxUnavailable')
    .map(({ path, message }) => [path.join('.'), message]);
}

test.each<[string, RawPool]>([
  ['one machine more and none away', { maxUnavailable: 0 }],
  ['one machine away and none more', { maxSurge: 0 }],
  ['no machines at all', { replicas: 0, maxSurge: 0, maxUnavailable: 0 }],
])('accepts %s', (_, pool) => {
  expect(problemsOf(pool)).toEqual([]);
});

const path = 'pools.0.maxUnavailable';

// Proves: drains-and-updates.max-unavailable
test.each<[string, RawPool, string]>([
  [
    'no machine more and none away',
    { maxSurge: 0, maxUnavailable: 0 },
    'maxUnavailable and maxSurge are both 0, so no machine could ever be replaced; set one of them to 1',
  ],
  [
    'an address that only one machine may have',
    {
      replicas: 1,
      maxUnavailable: 0,
      interfaces: [{ network: 'storage-net', mac: '02:00:00:00:00:10' }],
    },
    'no machine may be away, and the pool never has one more, because its interface in storage-net has an address that only one machine may have; set it to 1',
  ],
  [
    'a file of the host that only one machine may have',
    {
      replicas: 1,
      maxUnavailable: 0,
      disks: [{ name: 'cache', kind: 'host', path: '/var/cache.img', sizeGiB: 1 }],
    },
    'no machine may be away, and the pool never has one more, because its disk cache is a path of the host, which two machines of one host would share; set it to 1',
  ],
])('refuses %s', (_, pool, message) => {
  expect(problemsOf(pool)).toEqual([[path, message]]);
});

test('refuses a pool that needs one more host than there are', () => {
  const apart = { maxUnavailable: 0, scheduling: { podAntiAffinityPreset: 'hard' } };
  expect(problemsOf(apart, ['a', 'b', 'c'])).toEqual([]);
  expect(problemsOf({ maxUnavailable: 0 }, ['a', 'b'])).toEqual([]);
  // The number of hosts is not known.
  expect(problemsOf(apart, [])).toEqual([]);
  expect(problemsOf(apart, ['a', 'b'])).toEqual([
    [
      path,
      'no machine may be away, and no host is free for one more: 2 machines each need one of 2 hosts alone; set it to 1, or make podAntiAffinityPreset soft',
    ],
  ]);
});
