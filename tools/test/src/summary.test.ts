// SPDX-License-Identifier: Apache-2.0
import { addTallies, renderEnd, tallyJest } from './summary.ts';

const result = (name: string, status: string) => ({
  name: `/strata/tools/${name}.test.ts`,
  status,
  startTime: 1_000,
  endTime: 3_500,
  assertionResults: [{ status, fullName: `${name} works` }],
});

test('counts passed tests and names failed ones', () => {
  const report = { numPassedTests: 5, testResults: [result('a', 'passed'), result('b', 'failed')] };
  expect(tallyJest(report, '/strata')).toEqual({
    passed: 5,
    failures: ['tools/b.test.ts: b works'],
    durations: [
      { what: 'tools/a.test.ts', seconds: 2.5 },
      { what: 'tools/b.test.ts', seconds: 2.5 },
    ],
  });
});

test('counts a file that could not be loaded as a failure', () => {
  const broken = { ...result('b', 'failed'), assertionResults: [] };
  const report = { numPassedTests: 1, testResults: [result('a', 'passed'), broken] };
  expect(tallyJest(report, '/strata')).toMatchObject({ passed: 1, failures: ['tools/b.test.ts'] });
});

const durations = [
  { what: 'tools/a.test.ts', seconds: 2.5 },
  { what: 'tools/quick.test.ts', seconds: 0.2 },
  { what: 'lint', seconds: 61 },
];

test('a run ends with what took longest, what failed and the sums', () => {
  const sum = addTallies([
    { passed: 3, failures: [], durations },
    { passed: 2, failures: ['lint', 'tools/b.test.ts: b works'], durations: [] },
  ]);
  expect(renderEnd(sum)).toBe(
    [
      '',
      'Longest, in seconds: lint 61, tools/a 3',
      '',
      'Failed:',
      '  lint',
      '  tools/b.test.ts: b works',
      '5 passed, 2 failed',
    ].join('\n'),
  );
});

test('a run without a failure ends with the sums alone', () => {
  expect(renderEnd({ passed: 3, failures: [], durations: [] })).toBe('3 passed, 0 failed');
});
