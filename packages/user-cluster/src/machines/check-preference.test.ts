// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import { checkMachines } from './check-machines.ts';
import { smallPool, testContext, testPlatform } from './test-cluster.ts';
import type { RawPool, TestChanges } from './test-cluster.ts';

type Preference = NonNullable<KubevirtStackOutputs['preferenceSizes']>[number];

const dedicated = { name: 'dedicated-4', cpu: 4, memoryGiB: 16, hostCpus: 4 };

/** Returns the problems of a cluster on a platform that also offers such a preference. */
function problemsOf(preference: Omit<Preference, 'name'>, changes: TestChanges) {
  const sockets = { name: 'sockets-advantage', cpuTopology: 'sockets' };
  return checkMachines(
    testContext(changes, {
      featureGates: ['CPUManager'],
      instancetypes: [...testPlatform.instancetypes, dedicated],
      preferences: ['sockets-advantage', 'mine'],
      preferenceSizes: [sockets, { name: 'mine', ...preference }],
    }),
  );
}

const mine = { ...smallPool, preference: 'mine' };
const unsized = {
  name: 'md-a',
  replicas: 2,
  rootDisk: smallPool.rootDisk,
  preference: 'mine',
};

test.each<[string, Omit<Preference, 'name'>, RawPool, string]>([
  [
    'fewer CPUs than its preference requires',
    { cpuTopology: 'cores', requires: { cpu: 8 } },
    mine,
    'the preference "mine" requires 8 CPUs (requires.cpu), and they have 2',
  ],
  [
    'less memory than its preference requires',
    { cpuTopology: 'cores', requires: { memoryGiB: 16 } },
    mine,
    'the preference "mine" requires 16 GiB of memory (requires.memoryGiB), and they have 8',
  ],
  [
    'CPUs that do not fill the sockets of its preference',
    { cpuTopology: 'spread', spreadRatio: 3 },
    mine,
    'the preference "mine" puts 3 cores into each socket (cpuTopology "spread"), and their number ' +
      'of CPUs, 2, is no multiple of it',
  ],
  [
    'more than two dedicated CPUs in one core',
    { cpuTopology: 'threads' },
    { ...mine, instancetype: 'dedicated-4' },
    'the preference "mine" makes their 4 CPUs threads of one core (cpuTopology "threads"), and a ' +
      'core of dedicated CPUs has two at most',
  ],
  [
    'sockets where its preference requires cores',
    { cpuTopology: 'cores', requires: { cpu: 2 } },
    { ...unsized, cpu: 4, memoryGiB: 16 },
    'the preference "mine" requires 2 cores (requires.cpu), and without an instancetype each CPU ' +
      'is a socket with one',
  ],
])('refuses a pool with %s', (_title, preference, pool, reason) => {
  expect(problemsOf(preference, { pools: [pool] })).toEqual([
    {
      path: ['pools', 0, 'preference'],
      message: `KubeVirt refuses machines of pool "md-a": ${reason}; choose another size or preference`,
    },
  ]);
});

test('one CPU is too few for a preference that spreads CPUs without naming a ratio', () => {
  const instancetypes = [...testPlatform.instancetypes, { name: 'one', cpu: 1, memoryGiB: 4 }];
  const context = testContext(
    { pools: [{ ...mine, instancetype: 'one' }] },
    {
      instancetypes,
      preferences: ['sockets-advantage', 'mine'],
      preferenceSizes: [{ name: 'mine', cpuTopology: 'spread' }],
    },
  );
  expect(checkMachines(context).map(({ message }) => message)).toContain(
    'KubeVirt refuses machines of pool "md-a": the preference "mine" puts 2 cores into each ' +
      'socket (cpuTopology "spread"), and their number of CPUs, 1, is no multiple of it; choose ' +
      'another size or preference',
  );
});

test('refuses a control plane whose VMs KubeVirt refuses', () => {
  const changes = { controlPlane: { preference: 'mine' } };
  expect(problemsOf({ cpuTopology: 'sockets', requires: { cpu: 4 } }, changes)).toEqual([
    {
      path: ['controlPlane', 'preference'],
      message:
        'KubeVirt refuses machines of the control plane: the preference "mine" requires 4 CPUs ' +
        '(requires.cpu), and they have 2; choose another size or preference',
    },
  ]);
});

test.each<[string, Omit<Preference, 'name'>, RawPool]>([
  ['exactly what is required', { cpuTopology: 'any', requires: { cpu: 2, memoryGiB: 8 } }, mine],
  ['full sockets', { cpuTopology: 'spread' }, mine],
  ['shared CPUs in one core', { cpuTopology: 'threads' }, { ...mine, instancetype: 'standard-4' }],
  [
    'an odd number of sockets without an instancetype',
    { cpuTopology: 'spread', requires: { cpu: 3 } },
    { ...unsized, cpu: 3, memoryGiB: 8 },
  ],
])('accepts a pool with %s', (_title, preference, pool) => {
  expect(problemsOf(preference, { pools: [pool] })).toEqual([]);
});

test('judges no size on a platform that does not say which sizes its preferences fit', () => {
  const platform = { preferences: ['sockets-advantage', 'mine'] };
  expect(checkMachines(testContext({ pools: [mine] }, platform))).toEqual([]);
});
