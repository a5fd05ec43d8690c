// SPDX-License-Identifier: Apache-2.0
import { addTallies, renderEnd, tallyJest } from './summary.ts';

const result = (name: string, status: string) => ({
  name: `/strata/tools/${name}.test.ts`,
  status,
  assertionResults: [{ status, fullName: `${name} works` }],
});

test('counts passed tests and names failed ones', () => {
  const report = { numPassedTests: 5, testResults: [result('a', 'passed'), result('b', 'failed')] };
  expect(tallyJest(report, '/strata')).toEqual({
    passed: 5,
    failures: ['tools/b.test.ts: b works'],
  });
});

test('counts a file that could not be loaded as a failure', () => {
  const broken = { ...result('b', 'failed'), assertionResults: [] };
  const report = { numPassedTests: 1, testResults: [result('a', 'passed'), broken] };
  expect(tallyJest(report, '/strata')).toEqual({ passed: 1, failures: ['tools/b.test.ts'] });
});

test('a run ends with what failed and with the sums', () => {
  const sum = addTallies([
    { passed: 3, failures: [] },
    { passed: 2, failures: ['lint', 'tools/b.test.ts: b works'] },
  ]);
  expect(renderEnd(sum)).toBe(
    ['', 'Failed:', '  lint', '  tools/b.test.ts: b works', '5 passed, 2 failed'].join('\n'),
  );
});

test('a run without a failure ends with the sums alone', () => {
  expect(renderEnd({ passed: 3, failures: [] })).toBe('3 passed, 0 failed');
});
