// SPDX-License-Identifier: Apache-2.0

/** The teardown, which runs once: a signal and the end of the tests can come at the same time. */
export function tearDownOnce(teardown: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined;
  return () => (begun ??= teardown());
}

/** Jest itself ends at once, and leaves what was made for its tests. */
export function tearDownWhenInterrupted(teardown: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void teardown().finally(() => process.exit(1));
    });
  }
}
