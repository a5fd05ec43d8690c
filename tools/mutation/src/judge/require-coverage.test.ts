// SPDX-License-Identifier: Apache-2.0
import type { DryTest, Entry } from '../journal.ts';
import { MutationError } from '../settings.ts';
import { requireCoverage } from './require-coverage.ts';

const testFile = '/r/a.test.ts';
const dry = (tests: readonly DryTest[], atLoad: Readonly<Record<string, number>> = {}): Entry => ({
  kind: 'dry',
  testFile,
  tests,
  failing: [],
  atLoad,
  milliseconds: 9,
});

test('accepts a measurement in which a test, or the load of a file, executes a mutant', () => {
  const idle = dry([{ id: 'one', line: 2, hits: {} }]);
  requireCoverage([idle, dry([{ id: 'two', line: 2, hits: { '0': 1 } }])], []);
  requireCoverage([idle, dry([], { '0': 1 })], []);
});

test('refuses a measurement in which no test executes a mutant, with what is known of the files', () => {
  const entries: Entry[] = [
    dry([{ id: 'one', line: 2, hits: {} }]),
    { kind: 'end', testFile, unfit: 'it hangs' },
  ];
  expect(() => requireCoverage(entries, [`${testFile}: it hangs`])).toThrow(
    new MutationError(
      'Nothing is measured: without a mutant, no test that passes executes any of the sources. If the machine is busy, run it again when it is not.\n' +
        '  /r/a.test.ts: it hangs',
    ),
  );
});
