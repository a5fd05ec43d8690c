// SPDX-License-Identifier: Apache-2.0

/** Jest and who is interrupted may load a module twice; the process is one. */
const once = Symbol.for('strata.e2e.teardown');
const begun = globalThis as { [once]?: Promise<void> };

/** The teardown, which runs once: a signal and the end of the tests can come at the same time. */
export function tearDownOnce(teardown: () => Promise<void>): () => Promise<void> {
  return () => (begun[once] ??= teardown());
}

/** Jest itself ends at once, and leaves what was made for its tests. */
export function tearDownWhenInterrupted(teardown: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void teardown().finally(() => process.exit(1));
    });
  }
}
