// SPDX-License-Identifier: Apache-2.0
import { TestEnvironment } from 'jest-environment-node';
import {
  type CircusEvent,
  type CircusState,
  dropTests,
  isOutOfTime,
  testIdOf,
  testsOf,
} from './circus.ts';

/** Object that the instrumented sources read and write; Stryker gives it its name. */
interface StrykerNamespace {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: Coverage;
  hitCount?: number;
  hitLimit?: number;
}

/** Number of times that each mutant was executed. */
export interface Coverage {
  readonly static: Readonly<Record<string, number>>;
  readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Options of one run of a test file. */
export interface RunRequest {
  readonly mutant?: string;
  /** Ids of the tests to run. Default: all. */
  readonly only?: ReadonlySet<string>;
  readonly hitLimit?: number;
  readonly testTimeout?: number;
}

/** Result of a run. */
export interface RunFindings {
  readonly tests: readonly { readonly id: string; readonly line: number }[];
  /** Ids of tests that failed, in order. */
  readonly failed: readonly string[];
  /** Whether one of them did not end in its time. */
  readonly isOutOfTime: boolean;
  /** Number of failures outside of tests. */
  readonly strays: number;
}

/**
 * Jest environment that runs one test file many times, each time with another mutant, and ends a
 * run at its first failure.
 */
export default class MutationEnvironment extends TestEnvironment {
  #request: RunRequest = {};
  #tests: { readonly id: string; readonly line: number }[] = [];
  #failed: string[] = [];
  #isOutOfTime = false;
  #strays = 0;
  readonly #testFile: string;

  constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
    super(config, context);
    this.#testFile = context.testPath;
  }

  get #namespace(): StrykerNamespace {
    const global = this.global as unknown as { __stryker__?: StrykerNamespace };
    return (global.__stryker__ ??= {});
  }

  /** Prepares a run: removes everything that the previous run left. */
  begin(request: RunRequest): void {
    this.#request = request;
    this.#tests = [];
    this.#failed = [];
    this.#isOutOfTime = false;
    this.#strays = 0;
    const namespace = this.#namespace;
    namespace.activeMutant = request.mutant;
    namespace.currentTestId = undefined;
    namespace.hitCount = 0;
    namespace.hitLimit = request.hitLimit ?? Infinity;
    // The sources keep this object from their first call on, so it is emptied, not replaced.
    const coverage = (namespace.mutantCoverage ??= { static: {}, perTest: {} });
    for (const part of [coverage.static, coverage.perTest] as Record<string, unknown>[]) {
      for (const key of Object.keys(part)) Reflect.deleteProperty(part, key);
    }
  }

  findings(): RunFindings {
    return {
      tests: this.#tests,
      failed: this.#failed,
      isOutOfTime: this.#isOutOfTime,
      strays: this.#strays,
    };
  }

  coverage(): Coverage {
    return structuredClone(this.#namespace.mutantCoverage ?? { static: {}, perTest: {} });
  }

  handleTestEvent(event: CircusEvent, state: CircusState): void {
    if (event.name === 'setup') dropTests(state);
    if (event.name === 'run_start') this.#select(state);
    if (event.name === 'test_start') {
      this.#namespace.currentTestId = event.test && testIdOf(event.test);
    }
    if (event.name === 'test_done') this.#judge(event.test, state);
    if (event.name === 'test_done' || event.name === 'test_skip') {
      this.#namespace.currentTestId = undefined;
    }
    if (event.name === 'run_finish') this.#strays = state.unhandledErrors.length;
  }

  #select(state: CircusState): void {
    const { only, testTimeout } = this.#request;
    if (testTimeout !== undefined) state.testTimeout = testTimeout;
    const tests = testsOf(state.rootDescribeBlock, this.#testFile);
    this.#tests = tests
      .filter(({ test }) => test.mode !== 'skip' && test.mode !== 'todo')
      .map(({ id, line }) => ({ id, line }));
    for (const { id, test } of tests) {
      if (only !== undefined && !only.has(id)) test.mode = 'skip';
    }
  }

  #judge(test: CircusEvent['test'], state: CircusState): void {
    if (test === undefined || test.errors.length === 0) return;
    this.#failed.push(testIdOf(test));
    this.#isOutOfTime ||= isOutOfTime(test);
    // A run without a mutant must find all tests that fail.
    if (this.#request.mutant === undefined) return;
    for (const { test: other } of testsOf(state.rootDescribeBlock, '')) other.mode = 'skip';
  }
}
