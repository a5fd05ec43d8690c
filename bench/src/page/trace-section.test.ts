// SPDX-License-Identifier: Apache-2.0
import type { Traces } from '../trace/traces-file.ts';
import { writtenTraces } from '../trace/traces-file.ts';
import { drift } from './test-trace.ts';
import { traceSection } from './trace-section.ts';
import { traceTable } from './trace-table.ts';

const traces = (loadBefore: number): Traces => ({
  at: '2026-11-28T18:00:00.000Z',
  commit: 'abc1234',
  machine: { cpu: 'EPYC', cores: 2, memoryGiB: 24, kernel: '6.18', node: 'v24', loadBefore },
  operations: [drift],
});

test('says on what machine the traces were made, and shows the picture and the table', () => {
  expect(traceSection('trace.svg', traces(0.5))).toBe(
    [
      '2026-11-28, commit abc1234; 2 cores of EPYC, Node v24; load before: 0.5.',
      '![When each part works, and its share of the whole: drift](performance/trace.svg)',
      traceTable([drift]),
    ].join('\n\n'),
  );
});

test('says when other programs were working', () => {
  expect(traceSection('trace.svg', traces(9))).toContain(
    'load before: 9. Other programs were working at the same time, so only the shares count, and small ones say little.',
  );
});

test('writes one operation a line, and nothing of it is lost', () => {
  const written = writtenTraces(traces(1));
  expect(JSON.parse(written)).toEqual(traces(1));
  expect(written.split('\n')).toContain(`    ${JSON.stringify(drift)}`);
});
