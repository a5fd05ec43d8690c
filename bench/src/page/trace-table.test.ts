// SPDX-License-Identifier: Apache-2.0
import type { OperationTrace } from '../trace/operation-trace.ts';
import { percent, traceTable } from './trace-table.ts';
import { drift } from './test-trace.ts';

test('has a row of shares, counts and the longest calls for each operation', () => {
  const destroy: OperationTrace = { ...drift, operation: 'destroy', calls: [], writes: 0 };
  expect(traceTable([drift, destroy])).toBe(
    [
      '| operation | engine | language host | Node program | provider plug-ins | checkpoint writes | API servers | requests | files of the state | longest calls, of the whole |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      '| drift | 36 % | 1 % | 0 % | 45 % | below 1 % | 17 % | 177 | 2 | Configure 33 %, Read 19 % |',
      '| destroy | 36 % | 1 % | 0 % | 45 % | below 1 % | 17 % | 177 | 0 |  |',
    ].join('\n'),
  );
});

test('a small share is not nothing', () => {
  expect([0, 0.004, 0.005, 0.999].map(percent)).toEqual(['0 %', 'below 1 %', '1 %', '100 %']);
});
