// SPDX-License-Identifier: Apache-2.0
import type { LauncherUpdate, MachineGroup } from '../model.ts';
import { launcherEffect } from './launcher-update.ts';

const moves: readonly MachineGroup['onUpdate'][] = [
  { migration: 'migrates', eviction: 'migrates' },
  { migration: 'migrates', eviction: 'restarts' },
  { migration: 'waits', eviction: 'waits' },
  { migration: 'cannot', eviction: 'restarts' },
  { migration: 'cannot', eviction: 'refuses' },
];

const migrates = 'migrates to the new launcher';
const restarts = 'is shut down and started again, 10 at a time, 1m apart';
const stays = 'runs on in its old launcher until it starts again';
const moved = 'runs on in its old launcher until somebody moves it or it starts again';
const refuses = `${stays}, for it refuses the eviction`;
const waits = `${stays}: it is to migrate again and again, and no other host takes it`;

test.each<[LauncherUpdate['by'], readonly string[]]>([
  ['both', [migrates, migrates, waits, restarts, refuses]],
  ['eviction', [migrates, restarts, waits, restarts, refuses]],
  ['migration', [migrates, migrates, waits, stays, stays]],
  ['nobody', [moved, moved, stays, stays, stays]],
])('machines come to a new launcher by %s', (by, texts) => {
  const update = { by, batch: 10, interval: '1m' };
  expect(moves.map((onUpdate) => launcherEffect({ onUpdate }, update))).toEqual(texts);
});

test('the file of a platform that is wrong does not say how machines come to a new launcher', () => {
  const onUpdate = { migration: 'cannot', eviction: 'restarts' } as const;
  expect(launcherEffect({ onUpdate }, undefined)).toBe(
    'moves to the new launcher as kubevirt.workloadUpdateStrategy says, which is not known',
  );
});
