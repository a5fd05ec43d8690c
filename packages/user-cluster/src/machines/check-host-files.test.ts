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

test('machines of a pool that may meet on one host share no file', () => {
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

test('pools share no file, unless no host is good for both', () => {
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

test('a machine has no file twice', () => {
  expect(problemsOf({ disks: [file('/disks/a.img'), file('/disks/a.img', 'more')] })).toEqual([
    [
      'pools.0.disks.1.path',
      '/disks/a.img is another disk of the same machine already; name another file',
    ],
  ]);
});
