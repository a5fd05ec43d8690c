// SPDX-License-Identifier: Apache-2.0
import type { DryTest, Entry } from '../journal.ts';
import type { Mutant } from '../plan.ts';
import { judgeMutants } from './judge-mutants.ts';
import { taggedCalls } from './rows-of-tests.ts';

const mutant = (id: string): Mutant => ({
  id,
  file: 'a.ts',
  line: 1,
  lineText: 'f();',
  kind: 'BooleanLiteral',
  was: `was ${id}`,
  replacement: 'true',
});
const testFile = '/r/a.test.ts';
const tests: readonly DryTest[] = [
  { id: 'one', line: 2, hits: { '0': 1, '1': 2 } },
  { id: 'two', line: 4, hits: { '1': 1, '3': 1 } },
];
const begun: readonly Entry[] = [
  { kind: 'begin', testFile },
  { kind: 'dry', testFile, tests, failing: ['three'], atLoad: { '4': 1 }, milliseconds: 9 },
];
const verdict = (id: string, one: 'killed' | 'timeout' | 'survived', by?: string): Entry => ({
  kind: 'verdict',
  testFile,
  mutant: id,
  verdict: one,
  ...(by !== undefined && { by }),
});
const tags = new Map([
  [
    testFile,
    taggedCalls("// Proves: a.one, a.two\ntest('one', f);\n// Proves: b.one\ntest('two', f);"),
  ],
]);
const judge = (ids: readonly string[], entries: readonly Entry[]) =>
  judgeMutants(ids.map(mutant), [...begun, ...entries], tags, []).mutants.map(
    ({ id, outcome, citedBy, why }) => [id, outcome, citedBy, why],
  );

test('a mutant is killed if one file kills it, whatever the others do; one that was only too slow is a timeout', () => {
  const entries = [
    verdict('0', 'survived'),
    verdict('0', 'killed', 'one'),
    verdict('1', 'timeout'),
  ];
  expect(judge(['0', '1'], entries)).toEqual([
    ['0', 'killed', ['a.one', 'a.two'], 'one'],
    ['1', 'timeout', ['a.one', 'a.two', 'b.one'], 'silence'],
  ]);
});

test('a mutant that no test executes is uncovered; one that is executed at load is cited by all rows of the file', () => {
  expect(judge(['2', '3', '4'], [verdict('3', 'survived'), verdict('4', 'survived')])).toEqual([
    ['2', 'uncovered', [], undefined],
    ['3', 'survived', ['b.one'], undefined],
    ['4', 'survived', ['a.one', 'a.two', 'b.one'], undefined],
  ]);
});

test('gives the reason of an equivalent mutant, and reports a row without a mutant', () => {
  const row = {
    file: 'a.ts',
    lineText: 'f();',
    was: 'was 3',
    replacement: 'true',
    reason: 'it is the default',
  };
  const elsewhere = { ...row, lineText: 'g();', was: 'gone' };
  const rows = [row, elsewhere, { ...row, file: 'other.ts' }];
  const { mutants, remarks } = judgeMutants([mutant('3')], begun, tags, rows);
  expect(mutants.map(({ outcome, why }) => [outcome, why])).toEqual([
    ['equivalent', 'it is the default'],
  ]);
  expect(remarks).toEqual([
    '/r/a.test.ts: fails without a mutant: three',
    'equivalent-mutants.ts: no mutant takes the place of gone in a.ts',
  ]);
});

test('reports a test file that no longer passes after the mutants', () => {
  const end: Entry = { kind: 'end', testFile, unfit: 'it hangs' };
  expect(judgeMutants([], [end], tags, []).remarks).toEqual(['/r/a.test.ts: it hangs']);
});
