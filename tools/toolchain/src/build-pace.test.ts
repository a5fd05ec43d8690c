// SPDX-License-Identifier: Apache-2.0
import { BuildPace } from './build-pace.ts';

const minutes = (...numbers: readonly number[]) => numbers.map((coldMinutes) => ({ coldMinutes }));
const begin = (...numbers: readonly number[]) =>
  BuildPace.begin({
    tools: minutes(...numbers),
    needs: [],
    freeSpace: () => Promise.resolve(10_240),
    cores: 2,
  });

test('estimates the builds that are left, after others than planned', async () => {
  const pace = await begin(4, 6);
  expect([pace.next(), pace.left(0)]).toEqual(['about 4 min', 'about 10 min']);
  expect(await pace.advance(240_000)).toBe('4m00s so far, 0.0 GB of disk, about 6 min left');
  pace.replan(minutes(3, 5));
  expect([pace.next(), pace.left(0)]).toEqual(['about 3 min', 'about 8 min']);
  expect(await pace.advance(180_000)).toBe('7m00s so far, 0.0 GB of disk, about 5 min left');
  expect(await pace.advance(300_000)).toBe('12m00s so far, 0.0 GB of disk');
});
