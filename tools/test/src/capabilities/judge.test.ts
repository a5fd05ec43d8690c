// SPDX-License-Identifier: Apache-2.0
import { judge } from './judge.ts';
import type { Page, Row } from './pages.ts';

const row = (id: string, state: string): Row => ({ id, what: 'it', where: 'always', state });
const page = (...rows: readonly Row[]): Page => ({ name: 'a', title: 'A', text: '', rows });
const proof = (id: string, file: string) => ({ row: id, file, title: 'goes' });

const unit = 'packages/a/src/a.test.ts';
const endToEnd = 'e2e/src/20-first-up.test.ts';
const promtool = 'packages/kubevirt-stack/src/monitoring/alerts/promtool.test.ts';

test.each([
  ['proven by real parts', endToEnd],
  ['proven by played parts', endToEnd],
  ['proven by real parts', promtool],
  ['unit tests only', unit],
  // A row that an end-to-end test also covers may have a lower state.
  ['unit tests only', endToEnd],
])('"%s" is borne out by %s', (state, file) => {
  expect(judge([page(row('a.b', state))], [proof('a.b', file)])).toEqual([]);
});

test.each(['proven by real parts', 'proven by played parts'])(
  '"%s" needs a test that runs a program that is not Strata’s',
  (state) => {
    expect(judge([page(row('a.b', state))], [proof('a.b', unit)])).toEqual([
      `a.b: is "${state}", but none of its tests runs a program that is not Strata's. ` +
        'Tag an end-to-end test, list its unit test in real-programs.ts, or say "unit tests only".',
    ]);
  },
);

test.each(['proven by real parts', 'proven by played parts', 'unit tests only'])(
  '"%s" needs a test',
  (state) => {
    expect(judge([page(row('a.b', state))], [])).toEqual([
      `a.b: is "${state}", but no test has "// Proves: a.b" above it.`,
    ]);
  },
);

test('refuses proofs of a row that does not exist yet', () => {
  const rows = page(row('a.b', 'not yet'), row('a.c', 'not yet'));
  expect(judge([rows], [proof('a.c', unit)])).toEqual([
    'a.c: is "not yet", but packages/a/src/a.test.ts proves it.',
  ]);
});

test('names an unknown state and lists the known ones', () => {
  expect(judge([page(row('a.b', 'proven'))], [])).toEqual([
    'a.b: there is no state "proven", but proven by real parts, proven by played parts, unit tests only, not yet.',
  ]);
});

test('refuses a test that proves a row that no page has', () => {
  expect(judge([page()], [proof('a.b', unit)])).toEqual([
    'packages/a/src/a.test.ts: "goes" proves a.b, which no page has.',
  ]);
});

test('requires ids that begin with their page, are lower case and unique', () => {
  const rows = [row('a.b', 'not yet'), row('a.b', 'not yet'), row('b.c', 'not yet')];
  expect(judge([page(...rows, row('a.Big', 'not yet'))], [])).toEqual([
    'b.c: an id on this page is "a." and lower-case words with hyphens.',
    'a.Big: an id on this page is "a." and lower-case words with hyphens.',
    'a.b: is there twice.',
  ]);
});

test('refuses cells that are too long', () => {
  const long = { ...row('a.b', 'not yet'), where: 'x'.repeat(331) };
  expect(judge([page(long)], [])).toEqual(['a.b: a cell has 331 characters, 330 is the most.']);
});
