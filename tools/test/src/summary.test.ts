// SPDX-License-Identifier: Apache-2.0
import { addTallies, renderTally, tallyJest } from './summary.ts';

const passed = { status: 'passed', assertionResults: [{ status: 'passed' }] };

test('counts passed and failed tests', () => {
  const failed = { status: 'failed', assertionResults: [{ status: 'failed' }] };
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [passed, failed],
  };
  expect(tallyJest(report)).toEqual({ passed: 5, failed: 1 });
});

test('counts a suite that could not be loaded as a failure', () => {
  const broken = { status: 'failed', assertionResults: [] };
  const report = {
    numPassedTests: 1,
    numFailedTests: 0,
    testResults: [passed, broken],
  };
  expect(tallyJest(report)).toEqual({ passed: 1, failed: 1 });
});

test('the last line shows the sums', () => {
  const sum = addTallies([
    { passed: 3, failed: 0 },
    { passed: 2, failed: 1 },
  ]);
  expect(renderTally(sum)).toBe('5 passed, 1 failed');
});
