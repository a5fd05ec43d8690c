// SPDX-License-Identifier: Apache-2.0
import { dirname, join } from 'node:path';

/** Part of jest-circus's state that is read and changed here. */
export interface CircusState {
  rootDescribeBlock: DescribeBlock;
  currentDescribeBlock: DescribeBlock;
  hasStarted: boolean;
  hasFocusedTests: boolean;
  testTimeout: number;
  unhandledErrors: unknown[];
}

export interface DescribeBlock {
  readonly type: 'describeBlock';
  readonly name: string;
  readonly parent?: DescribeBlock;
  children: (DescribeBlock | CircusTest)[];
  tests: CircusTest[];
  hooks: unknown[];
}

export interface CircusTest {
  readonly type: 'test';
  readonly name: string;
  readonly parent: DescribeBlock;
  readonly errors: readonly unknown[];
  readonly asyncError?: { readonly stack?: string };
  mode?: 'skip' | 'todo' | 'only' | undefined;
}

export interface CircusEvent {
  readonly name: string;
  readonly test?: CircusTest;
}

/** Test with the line of its call; the line is 0 if its stack does not name it. */
export interface FoundTest {
  readonly id: string;
  readonly line: number;
  readonly test: CircusTest;
}

/** Removes the tests of the previous run, so that the file can define them again. */
export function dropTests(state: CircusState): void {
  const root = state.rootDescribeBlock;
  Object.assign(root, { children: [], tests: [], hooks: [] });
  Object.assign(state, { currentDescribeBlock: root, hasStarted: false, hasFocusedTests: false });
  state.unhandledErrors = [];
}

/** Returns the line of a test's call in its file, from 1; 0 if the stack does not name the file. */
export function lineIn(stack: string, testFile: string): number {
  const frame = stack.split('\n').find((line) => line.includes(`${testFile}:`));
  const [, line = '0'] = /:(\d+):\d+\)?$/.exec(frame ?? '') ?? [];
  return Number(line);
}

/** Returns all tests, in the order of the file. */
export function testsOf(block: CircusState['rootDescribeBlock'], testFile: string): FoundTest[] {
  return block.children.flatMap((child) => {
    if (child.type === 'describeBlock') return testsOf(child, testFile);
    const line = lineIn(child.asyncError?.stack ?? '', testFile);
    return [{ id: testIdOf(child), line, test: child }];
  });
}

/** Returns the id of a test: its name and the names of the blocks around it. */
export function testIdOf({ name, parent }: Pick<CircusTest, 'name' | 'parent'>): string {
  const names = [name];
  // The outermost block is Jest's own.
  for (let block = parent; block.parent !== undefined; block = block.parent) {
    names.unshift(block.name);
  }
  return names.join(' > ');
}

const handlersKey = Symbol.for('EVENT_HANDLERS');

/**
 * Removes the handlers that jest-circus adds at every start, and keeps those that it had before the
 * first.
 */
export function keepHandlers(global: object, count?: number): number {
  const handlers = (global as Record<symbol, unknown[] | undefined>)[handlersKey] ?? [];
  if (count !== undefined) handlers.length = count;
  return handlers.length;
}

/**
 * Returns whether a test failed for nothing but its time, which on a busy machine need not be a finding.
 * jest-circus has that error as a text, beside the place of the test.
 */
export function isOutOfTime({ errors }: Pick<CircusTest, 'errors'>): boolean {
  const found = errors.map((error) => (Array.isArray(error) ? (error as unknown[])[0] : error));
  return (
    found.length > 0 &&
    found.every((error) => typeof error === 'string' && error.startsWith('Exceeded timeout of '))
  );
}

/** Returns the path of the file of jest-circus that is loaded together with the tests. */
export const adapterOf = (runner: string) => join(dirname(runner), 'jestAdapterInit.js');
