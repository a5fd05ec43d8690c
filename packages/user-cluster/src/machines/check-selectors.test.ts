// SPDX-License-Identifier: Apache-2.0
import { checkMachines } from './check-machines.ts';
import { machineMobility } from './machine-mobility.ts';
import { smallPool, testContext, testPlatform } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

const selecting = {
  name: 'of-rack',
  cpu: 2,
  memoryGiB: 8,
  nodeSelector: { rack: 'r1' },
} as const;
const platform = { instancetypes: [...testPlatform.instancetypes, selecting] };

const problemsOf = (pool: RawPool) =>
  checkMachines(testContext({ pools: [{ ...smallPool, ...pool }] }, platform));

const selected = { nodeSelector: { 'kubernetes.io/hostname': 'h1' } };

// Proves: placement.selectors
test('refuses a selector for machines whose size has one', () => {
  expect(problemsOf({ instancetype: 'of-rack', scheduling: selected })).toEqual([
    {
      path: ['pools', 0, 'scheduling', 'nodeSelector'],
      message:
        'KubeVirt refuses machines of pool "md-a": their size "of-rack" has a nodeSelector, too, whatever the labels; ' +
        'use nodeAffinityPreset with type "hard", or a size without a nodeSelector',
    },
  ]);
});

test.each<[string, RawPool]>([
  ['a selector of their size alone', { instancetype: 'of-rack' }],
  ['a selector of their own alone', { scheduling: selected }],
  [
    'a selector of their size and a hard preset',
    {
      instancetype: 'of-rack',
      scheduling: {
        nodeAffinityPreset: { type: 'hard', key: 'kubernetes.io/hostname', values: ['h1', 'h2'] },
      },
    },
  ],
])('allows machines with %s', (_, pool) => {
  expect(problemsOf(pool)).toEqual([]);
});

// Proves: drains-and-updates.live-migration-rules
test('a size that selects one host leaves its machines no other one', () => {
  const hosts = ['h1', 'h2'].map((name) => ({ name, taints: [] }));
  const reasonsFor = (nodeSelector: Record<string, string>) => {
    const { config, ...context } = testContext(
      { pools: [{ ...smallPool, instancetype: 'of-rack' }] },
      { instancetypes: [{ ...selecting, nodeSelector }] },
    );
    const [pool] = config.pools;
    if (pool === undefined) throw new Error('no pool');
    const placed = { role: 'worker', replicas: 1, maxUnavailable: 1, hosts } as const;
    return machineMobility(pool, { ...context, ...placed, network: config.network }).noTarget;
  };
  expect(reasonsFor({ 'kubernetes.io/hostname': 'h2' })).toEqual([
    'its nodeSelector, presets and tolerations leave it one host, "h2", and its second pod needs another',
  ]);
  expect(reasonsFor({ rack: 'r1' })).toEqual([]);
});
