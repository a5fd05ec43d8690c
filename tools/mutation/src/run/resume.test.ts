// SPDX-License-Identifier: Apache-2.0
import type { DryTest, Entry } from '../journal.ts';
import type { Mutant } from '../plan.ts';
import { entriesThatHold, hashOfTest, undecidedFiles } from './resume.ts';

const files: Record<string, string> = {
  'a.test.ts': "import './a.ts';",
  'a.ts': "import './b.ts';",
  'b.ts': '1',
  'c.ts': '2',
};

test('the hash of a test file changes with the modules that it imports, and with no others', () => {
  const hash = (changed: Record<string, string>) =>
    hashOfTest('a.test.ts', (file) => ({ ...files, ...changed })[file] ?? '');
  expect(hash({ 'c.ts': '3' })).toBe(hash({}));
  expect(hash({ 'b.ts': '3' })).not.toBe(hash({}));
  expect(hash({ 'a.test.ts': "import './a.ts'; " })).not.toBe(hash({}));
});

const mutant: Mutant = {
  id: '1',
  file: 'a.ts',
  line: 1,
  lineText: '',
  kind: 'StringLiteral',
  was: 'a',
  replacement: '""',
};
const dry = (testFile: string, tests: readonly DryTest[] = []): Entry => ({
  kind: 'dry',
  testFile,
  tests,
  failing: [],
  atLoad: {},
  milliseconds: 9,
});
const verdict = (testFile: string, id: string, one: 'killed' | 'timeout' | 'survived'): Entry => ({
  kind: 'verdict',
  testFile,
  mutant: id,
  verdict: one,
});
const end = (testFile: string, unfit?: string): Entry => ({
  kind: 'end',
  testFile,
  ...(unfit !== undefined && { unfit }),
});

test('keeps what files have found that are the same, but no timeout and no file that hung', () => {
  const kept = [dry('a'), verdict('a', '1', 'killed'), verdict('a', '2', 'survived'), end('a')];
  const journal = [
    { kind: 'begin', testFile: 'a' } as const,
    { kind: 'start', testFile: 'a', mutant: '1' } as const,
    ...kept,
    verdict('a', '3', 'timeout'),
    dry('b'),
    end('b'),
    end('c', 'it hangs'),
    { kind: 'pause', testFile: 'c' } as const,
  ];
  const before = { mutants: [mutant], hashes: { a: '1', b: '2', c: '3' } };
  const now = { mutants: [mutant], hashes: { a: '1', b: '4', c: '3' } };
  expect(entriesThatHold(before, journal, now)).toEqual(kept);
});

test('keeps nothing of sources that have other mutants', () => {
  const hashes = { a: '1' };
  const now = { mutants: [{ ...mutant, line: 2 }], hashes };
  expect(entriesThatHold({ mutants: [mutant], hashes }, [dry('a'), end('a')], now)).toEqual([]);
});

test('files that left a mutant to another judge it themselves when that no longer detects it', () => {
  const passes = (id: string): DryTest => ({ id: 'one', line: 1, hits: { [id]: 1 } });
  const journal = [dry('a', [passes('1')]), dry('b', [passes('2')]), end('a'), end('b')];
  expect(undecidedFiles(journal)).toEqual(['a', 'b']);
  expect(undecidedFiles([...journal, verdict('c', '1', 'killed')])).toEqual(['b']);
  expect(undecidedFiles([...journal, verdict('a', '1', 'survived')])).toEqual(['b']);
  expect(undecidedFiles([...journal, verdict('b', '1', 'survived')])).toEqual(['a', 'b']);
});

test('a file that has not ended well, or in which no test passes, is not opened again', () => {
  const hung = [dry('a', [{ id: 'one', line: 1, hits: { '1': 1 } }]), end('a', 'it hangs')];
  expect(undecidedFiles(hung)).toEqual([]);
  expect(undecidedFiles([dry('a', [{ id: 'one', line: 1, hits: { '1': 1 } }])])).toEqual([]);
  expect(undecidedFiles([dry('a'), end('a')])).toEqual([]);
});
