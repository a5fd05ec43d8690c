// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import { checkMachines } from './index.ts';
import { smallPool, testContext } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

/** Returns what is said of a pool with 16 GiB that migrates when its host is drained. */
const problemsOf = (
  pool: RawPool,
  network: RawPool = { binding: 'masquerade' },
  platform: Partial<KubevirtStackOutputs> = {},
) =>
  checkMachines(
    testContext(
      {
        network,
        pools: [{ ...smallPool, instancetype: undefined, cpu: 4, memoryGiB: 16, ...pool }],
      },
      platform,
    ),
  ).map(({ path, message }) => [path.join('.'), message]);

// Proves: machines.auto-restart
test('refuses a pool that autoRestart would restart while it migrates', () => {
  expect(problemsOf({ autoRestart: { unreachableSeconds: 60, bootSeconds: 60 } })).toEqual([
    [
      'pools.0.autoRestart.bootSeconds',
      'a live migration of pool "md-a" may take 2700 s (150 for each GB of memory), and nothing answers on the new host until it has ended: the machine there would be restarted before, and its host never emptied; set bootSeconds to 2640 or more',
    ],
  ]);
});

// KubeVirt moves these, too, when it has a newer launcher: it asks only whether they can migrate.
test('refuses a pool that can migrate, though a drain would shut its machines down', () => {
  const pool = { evictionStrategy: 'None', autoRestart: { unreachableSeconds: 60 } };
  const withTime = (bootSeconds: number) =>
    problemsOf({ ...pool, autoRestart: { ...pool.autoRestart, bootSeconds } }, undefined, {
      workloadUpdateMethods: ['Evict', 'LiveMigrate'],
    });
  expect(withTime(2639)).toEqual([
    [
      'pools.0.autoRestart.bootSeconds',
      'a live migration of pool "md-a" may take 2700 s (150 for each GB of memory), and nothing answers on the new host until it has ended: the machine there would be restarted before, and a newer KubeVirt would migrate it again and again; set bootSeconds to 2640 or more',
    ],
  ]);
  expect(withTime(2640)).toEqual([]);
});

test.each<[string, Partial<KubevirtStackOutputs>]>([
  ['leaves them in their launchers', { workloadUpdateMethods: [] }],
  ['evicts them', { workloadUpdateMethods: ['Evict'] }],
  ['does what the platform does not tell yet', {}],
])('accepts machines that no drain migrates where a newer KubeVirt %s', (_, platform) => {
  const autoRestart = { unreachableSeconds: 60, bootSeconds: 60 };
  expect(problemsOf({ evictionStrategy: 'None', autoRestart }, undefined, platform)).toEqual([]);
  expect(problemsOf({ autoRestart }, undefined, platform)).toHaveLength(1);
});

const paused = { migrationsPause: true } as const;
const written = { rootDisk: { image: 'docker://registry.example/x:1', ephemeral: true } };

test.each<[string, RawPool, Partial<KubevirtStackOutputs>, string, number]>([
  [
    'where KubeVirt pauses guests instead of giving up',
    { memoryGiB: 4 },
    paused,
    '1500 s (150 for each GB of memory, and as long again with the guest paused)',
    1440,
  ],
  [
    'with an ephemeral root disk, whose size nobody knows',
    { memoryGiB: 4, ...written },
    {},
    '750 s and more (150 for each GB of memory and of what has been written to its ephemeral root disk)',
    3600,
  ],
])('refuses a short time %s', (_, pool, platform, time, least) => {
  const message =
    `a live migration of pool "md-a" may take ${time}, and nothing answers on the new host until it has ended: ` +
    `the machine there would be restarted before, and its host never emptied; set bootSeconds to ${least} or more`;
  const withTime = (bootSeconds: number) =>
    problemsOf(
      { ...pool, autoRestart: { unreachableSeconds: 60, bootSeconds } },
      undefined,
      platform,
    );
  expect(withTime(least - 1)).toEqual([['pools.0.autoRestart.bootSeconds', message]]);
  expect(withTime(least)).toEqual([]);
});

test.each([
  ['a pool that would do with the default of KubeVirt', 16, 300, 5400, 5340],
  [
    'a pool of large machines, up to as many hours as a migration by the default',
    64,
    300,
    20_700,
    7200,
  ],
])(
  'where the platform gives migrations more time, refuses %s',
  (_, memoryGiB, perGiB, longest, least) => {
    const pool = { memoryGiB, autoRestart: { unreachableSeconds: 60 } };
    expect(problemsOf(pool, undefined, { migrationTimeoutPerGiB: perGiB })).toEqual([
      [
        'pools.0.autoRestart.bootSeconds',
        `a live migration of pool "md-a" may take ${longest} s (${perGiB} for each GB of memory), and nothing answers on the new host until it has ended: the machine there would be restarted before, and its host never emptied; set bootSeconds to ${least} or more`,
      ],
    ]);
  },
);

test('where the platform gives migrations less time, accepts a pool that has enough for these', () => {
  const pool = { autoRestart: { unreachableSeconds: 60, bootSeconds: 480 } };
  expect(problemsOf(pool, undefined, { migrationTimeoutPerGiB: 30 })).toEqual([]);
});

test.each<[string, RawPool, RawPool?]>([
  ['enough time', { autoRestart: { unreachableSeconds: 60, bootSeconds: 2640 } }],
  ['the default time', { autoRestart: { unreachableSeconds: 600 } }],
  [
    'the default time, however large its machines are',
    { memoryGiB: 64, autoRestart: { unreachableSeconds: 60 } },
  ],
  ['no autoRestart', {}],
  [
    'machines that cannot migrate, and that no drain would move',
    {
      evictionStrategy: 'None',
      disks: [{ name: 'own', kind: 'data', sizeGiB: 1, accessModes: ['ReadWriteOnce'] }],
      autoRestart: { unreachableSeconds: 60, bootSeconds: 60 },
    },
  ],
  [
    'machines whose address stays behind',
    { autoRestart: { unreachableSeconds: 60, bootSeconds: 60 } },
    {},
  ],
])('accepts a pool with %s', (_, pool, network) => {
  expect(problemsOf(pool, network)).toEqual([]);
});
