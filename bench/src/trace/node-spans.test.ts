// SPDX-License-Identifier: Apache-2.0
import { readNodeRun } from './node-spans.ts';

const named = (id: number, functionName: string) => ({ id, callFrame: { functionName } });

test('a sample lasts until the next one, and the last one until the end', () => {
  const profile = {
    nodes: [named(1, '(root)'), named(2, '(idle)'), named(3, 'load'), named(4, '(program)')],
    startTime: 2_000,
    endTime: 10_000,
    samples: [3, 2, 2, 4, 2],
    timeDeltas: [1_000, 1_000, 1_500, 500, 2_000],
  };
  expect(readNodeRun(profile, 100)).toEqual({
    life: { begin: 102, end: 110 },
    idle: [
      { begin: 104, end: 106 },
      { begin: 108, end: 110 },
    ],
  });
});
