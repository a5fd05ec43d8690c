// SPDX-License-Identifier: Apache-2.0
import { checkMachines } from './index.ts';
import { smallPool, testContext } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

/** Returns what is said of a pool with 16 GiB that migrates when its host is drained. */
const problemsOf = (
  pool: RawPool,
  network: RawPool = { binding: 'masquerade' },
  migrationTimeoutPerGiB?: number,
) =>
  checkMachines(
    testContext(
      {
        network,
        pools: [{ ...smallPool, instancetype: undefined, cpu: 4, memoryGiB: 16, ...pool }],
      },
      { migrationTimeoutPerGiB },
    ),
  ).map(({ path, message }) => [path.join('.'), message]);

// Proves: machines.auto-restart
test('refuses a pool that autoRestart would restart while it migrates', () => {
  expect(problemsOf({ autoRestart: { unreachableSeconds: 60, bootSeconds: 60 } })).toEqual([
    [
      'pools.0.autoRestart.bootSeconds',
      'a live migration of pool "md-a" may take 2400 s (150 for each GiB of memory), and nothing answers on the new host until it has ended: the machine there would be restarted before, and its host never emptied; set bootSeconds to 2340 or more, or evictionStrategy: None',
    ],
  ]);
});

test.each([
  ['a pool that would do with the default of KubeVirt', 16, 300, 4800, 4740],
  [
    'a pool of large machines, up to as many hours as a migration by the default',
    64,
    300,
    19_200,
    7200,
  ],
])(
  'where the platform gives migrations more time, refuses %s',
  (_, memoryGiB, perGiB, longest, least) => {
    const pool = { memoryGiB, autoRestart: { unreachableSeconds: 60 } };
    expect(problemsOf(pool, undefined, perGiB)).toEqual([
      [
        'pools.0.autoRestart.bootSeconds',
        `a live migration of pool "md-a" may take ${longest} s (${perGiB} for each GiB of memory), and nothing answers on the new host until it has ended: the machine there would be restarted before, and its host never emptied; set bootSeconds to ${least} or more, or evictionStrategy: None`,
      ],
    ]);
  },
);

test('where the platform gives migrations less time, accepts a pool that has enough for these', () => {
  const pool = { autoRestart: { unreachableSeconds: 60, bootSeconds: 420 } };
  expect(problemsOf(pool, undefined, 30)).toEqual([]);
});

test.each<[string, RawPool, RawPool?]>([
  ['enough time', { autoRestart: { unreachableSeconds: 60, bootSeconds: 2340 } }],
  ['the default time', { autoRestart: { unreachableSeconds: 600 } }],
  [
    'the default time, however large its machines are',
    { memoryGiB: 64, autoRestart: { unreachableSeconds: 60 } },
  ],
  ['no autoRestart', {}],
  [
    'machines that do not migrate',
    { evictionStrategy: 'None', autoRestart: { unreachableSeconds: 60, bootSeconds: 60 } },
  ],
  [
    'machines whose address stays behind',
    { autoRestart: { unreachableSeconds: 60, bootSeconds: 60 } },
    {},
  ],
])('accepts a pool with %s', (_, pool, network) => {
  expect(problemsOf(pool, network)).toEqual([]);
});
