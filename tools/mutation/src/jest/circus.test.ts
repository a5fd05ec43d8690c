// SPDX-License-Identifier: Apache-2.0
import {
  type CircusState,
  type CircusTest,
  type DescribeBlock,
  dropTests,
  isOutOfTime,
  keepHandlers,
  lineIn,
  testIdOf,
  testsOf,
} from './circus.ts';

const root: DescribeBlock = {
  type: 'describeBlock',
  name: 'ROOT',
  children: [],
  tests: [],
  hooks: [],
};
const block: DescribeBlock = { ...root, name: 'disks', parent: root };
const file = '/r/a.test.ts';
const found: CircusTest = {
  type: 'test',
  name: 'grow',
  parent: block,
  errors: [],
  asyncError: { stack: `Error\n  at eventHandler (x.js:1:2)\n  at file://${file}:7:3` },
};

test('the id of a test contains the names of the blocks around it, and its line is that of its call', () => {
  expect(testIdOf(found)).toBe('disks > grow');
  const tree = { ...root, children: [{ ...block, children: [found] }] };
  expect(testsOf(tree, file)).toEqual([{ id: 'disks > grow', line: 7, test: found }]);
});

test('returns no line for a stack that does not name the file', () => {
  expect(lineIn('Error\n  at file:///r/b.test.ts:7:3', file)).toBe(0);
  expect(lineIn(`Error\n  at f (file://${file}:12:34)\n  at file://${file}:1:1`, file)).toBe(12);
});

test('tells a test that ran out of time from one that failed', () => {
  const place = new Error('Exceeded timeout of 5 s');
  expect(isOutOfTime({ errors: [['Exceeded timeout of 10 s for a test.', place]] })).toBe(true);
  expect(isOutOfTime({ errors: [[new Error('expected 1'), place]] })).toBe(false);
  const both = [new Error('expected 1'), ['Exceeded timeout of 10 s for a test.', place]];
  expect(isOutOfTime({ errors: both })).toBe(false);
  expect(isOutOfTime({ errors: [] })).toBe(false);
});

test('drops the tests of the previous run', () => {
  const state: CircusState = {
    rootDescribeBlock: { ...root, children: [found], hooks: ['hook'], tests: [found] },
    currentDescribeBlock: block,
    hasStarted: true,
    hasFocusedTests: true,
    testTimeout: 5,
    unhandledErrors: ['one'],
  };
  dropTests(state);
  expect(state).toEqual({
    rootDescribeBlock: root,
    currentDescribeBlock: root,
    hasStarted: false,
    hasFocusedTests: false,
    testTimeout: 5,
    unhandledErrors: [],
  });
});

test('removes handlers that were added later', () => {
  const global = { [Symbol.for('EVENT_HANDLERS')]: ['one', 'two', 'three'] };
  expect(keepHandlers(global)).toBe(3);
  expect(keepHandlers(global, 2)).toBe(2);
  expect(global).toEqual({ [Symbol.for('EVENT_HANDLERS')]: ['one', 'two'] });
});
