// SPDX-License-Identifier: Apache-2.0
import { lintMemory } from './lint-memory.ts';

test.each([
  [7, { GOGC: '40' }],
  [11.9, { GOGC: '40' }],
  [12, {}],
  [64, {}],
])('lint on a computer with %d GiB runs with %j', (gib, expected) => {
  expect(lintMemory(gib * 1024 ** 3)).toEqual(expected);
});
