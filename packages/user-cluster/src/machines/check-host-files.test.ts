// SPDX-License-Identifier: Apache-2.0
import { checkMachines } from './index.ts';
import { smallPool, testContext } from './test-cluster.ts';
import type { RawPool } from './test-cluster.ts';

const problemsOf = (...pools: RawPool[]) =>
  checkMachines(
    testContext(
      { pools: pools.map((pool) => ({ ...smallPool, replicas: 1, ...pool })) },
      { featureGates: ['HostDisk'] },
    ),
  ).map(({ path, message }) => [path.join('.'), message]);

const file = (path: string, name = 'file') => ({ name, kind: 'host', path, sizeGiB: 1 });
const inRack = (rack: string) => ({ nodeSelector: { rack } });

test('refuses a file that several machines of a pool could share on one host', () => {
  const pool = { disks: [file('/disks/a.img')], replicas: 3 };
  expect(problemsOf(pool)).toEqual([
    [
      'pools.0.disks.0.path',
      'the 3 machines of pool "md-a" may meet on one host, where /disks/a.img is one file for all of them; set scheduling.podAntiAffinityPreset: hard',
    ],
  ]);
  const apart = { podAntiAffinityPreset: 'hard' };
  expect(problemsOf({ ...pool, replicas: 2, scheduling: apart })).toEqual([]);
  expect(problemsOf({ ...pool, replicas: 1 })).toEqual([]);
});

test('refuses a file that two pools could share, unless no host can run machines of both', () => {
  const disks = [file('/disks/a.img')];
  expect(problemsOf({ disks }, { name: 'md-b', disks })).toEqual([
    [
      'pools.1.disks.0.path',
      'machines of pool "md-a" have /disks/a.img as well, and on one host it is one file; name another one, or keep them on different hosts by different values of one label in scheduling.nodeSelector',
    ],
  ]);
  expect(
    problemsOf(
      { disks, scheduling: inRack('1') },
      { name: 'md-b', disks, scheduling: inRack('2') },
    ),
  ).toEqual([]);
});

// A label that only one of them selects by keeps nothing apart.
test.each([
  ['the same value of a label', inRack('1'), inRack('1')],
  ['different labels', inRack('1'), { nodeSelector: { row: '2' } }],
  ['a label that only one has', inRack('1'), {}],
])('refuses a shared file of pools that select hosts by %s', (_, scheduling, other) => {
  const disks = [file('/disks/a.img')];
  expect(
    problemsOf({ disks, scheduling }, { name: 'md-b', disks, scheduling: other }).map(
      ([path]) => path,
    ),
  ).toEqual(['pools.1.disks.0.path']);
});

test('accepts two different files, and ignores disks without a path and of other kinds', () => {
  const other = { name: 'md-b', disks: [file('/disks/b.img')] };
  expect(problemsOf({ disks: [file('/disks/a.img'), file('/disks/c.img', 'c')] }, other)).toEqual(
    [],
  );
  const empty = { name: 'file', kind: 'empty', path: '/disks/a.img', sizeGiB: 1 };
  expect(problemsOf({ disks: [file('/disks/a.img')] }, { name: 'md-b', disks: [empty] })).toEqual([
    ['pools.1.disks.0.path', 'a disk of kind "empty" has no path; remove it'],
  ]);
  const nowhere = { kind: 'host', sizeGiB: 1 };
  const missing = 'missing; a disk of kind "host" needs it';
  expect(
    problemsOf({
      disks: [
        { ...nowhere, name: 'a' },
        { ...nowhere, name: 'b' },
      ],
    }),
  ).toEqual([
    ['pools.0.disks.0.path', missing],
    ['pools.0.disks.1.path', missing],
  ]);
});

test('refuses a file that one machine has twice', () => {
  expect(problemsOf({ disks: [file('/disks/a.img'), file('/disks/a.img', 'more')] })).toEqual([
    [
      'pools.0.disks.1.path',
      '/disks/a.img is another disk of the same machine already; name another file',
    ],
  ]);
});
