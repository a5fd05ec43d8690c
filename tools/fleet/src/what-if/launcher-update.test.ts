// SPDX-License-Identifier: Apache-2.0
import type { LauncherUpdate } from '../model.ts';
import { launcherEffect } from './launcher-update.ts';

const behaviours = ['migrates', 'drains', 'blocks'] as const;

test.each<[LauncherUpdate['by'], readonly string[]]>([
  [
    'eviction',
    [
      'migrates to the new launcher',
      'is shut down and started again, 10 at a time, 1m apart',
      'runs on in its old launcher until it starts again, for it refuses the eviction',
    ],
  ],
  [
    'migration',
    [
      'migrates to the new launcher',
      'runs on in its old launcher until it starts again',
      'runs on in its old launcher until it starts again',
    ],
  ],
  [
    'nobody',
    [
      'runs on in its old launcher until somebody moves it or it starts again',
      'runs on in its old launcher until it starts again',
      'runs on in its old launcher until it starts again',
    ],
  ],
])('machines come to a new launcher by %s', (by, texts) => {
  const update = { by, batch: 10, interval: '1m' };
  expect(behaviours.map((onDrain) => launcherEffect({ onDrain }, update))).toEqual(texts);
});

test('the file of a platform that is wrong does not say how machines come to a new launcher', () => {
  expect(launcherEffect({ onDrain: 'drains' }, undefined)).toBe(
    'moves to the new launcher as kubevirt.workloadUpdateStrategy says, which is not known',
  );
});
