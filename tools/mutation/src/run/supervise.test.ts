// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instrument } from '../instrument/instrument.ts';
import type { Mutant } from '../plan.ts';
import { supervise, unfinished } from './supervise.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'mutation-')));
afterAll(() => rmSync(root, { recursive: true }));

const source = `const least = 2;
export const isSmall = (cpus: number) => cpus < least;
export const untested = () => 'x';
`;
const ownTest = `import { isSmall } from './size.ts';
test('less than two is small', () => {
  expect(isSmall(1)).toBe(true);
  expect(isSmall(5)).toBe(false);
});
test('fails always', () => {
  expect(isSmall(1)).toBe(false);
});
`;
const unit = `export const unit = 'GiB';
`;
const amount = `import { unit } from './unit.ts';
export const amount = (size: number) => size + ' ' + unit;
`;
const loads = `const all = globalThis as { loads?: number };
all.loads = (all.loads ?? 0) + 1;
export const loads = () => all.loads;
`;
const unitTest = `import { amount } from './amount.ts';
import { loads } from './loads.ts';
test('a module that does not import the changed one is loaded once', () => {
  expect(loads()).toBe(1);
});
test('an amount has a unit', () => {
  expect(amount(2)).toBe('2 GiB');
});
`;

const write = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};
write('package.json', '{ "type": "module" }');

/** Measures with these test files; the journal is in the folder `out`. */
const measure = (mutants: readonly Mutant[], testFiles: readonly string[], out: string) =>
  supervise(
    {
      mutants,
      root,
      sources: join(root, 'sources'),
      packageFolder: join(root, 'p'),
      testFiles: testFiles.map((file) => join(root, file)),
      hashes: {},
      journal: join(root, out, 'journal'),
    },
    join(root, out),
  );

test('each mutant is judged by the tests that execute it and pass without it', async () => {
  write('p/size.ts', source);
  write('p/size.test.ts', ownTest);
  write('p/unit.ts', unit);
  write('p/amount.ts', amount);
  write('p/loads.ts', loads);
  write('p/unit.test.ts', unitTest);
  const { sources, mutants } = await instrument([
    { file: 'p/size.ts', text: source },
    { file: 'p/unit.ts', text: unit },
    { file: 'p/amount.ts', text: amount },
  ]);
  for (const { file, text } of sources) write(`sources/${file}`, text);
  const entries = await measure(mutants, ['p/size.test.ts', 'p/unit.test.ts'], 'out');
  const replacements = new Map(mutants.map(({ id, replacement }) => [id, replacement]));
  const by = 'less than two is small';
  expect(
    entries.flatMap((entry) =>
      entry.kind === 'verdict'
        ? [[replacements.get(entry.mutant), entry.verdict, entry.by ?? '']]
        : [],
    ),
  ).toEqual([
    ['() => undefined', 'killed', by],
    // The function expression is evaluated when the file is loaded, even if nothing calls it.
    ['() => undefined', 'survived', ''],
    ['true', 'killed', by],
    ['false', 'killed', by],
    ['cpus <= least', 'survived', ''],
    ['cpus >= least', 'killed', by],
    ['""', 'killed', 'an amount has a unit'],
    ['() => undefined', 'killed', 'an amount has a unit'],
    ['""', 'killed', 'an amount has a unit'],
  ]);
  expect(entries.flatMap((entry) => (entry.kind === 'dry' ? entry.failing : []))).toEqual([
    'fails always',
  ]);
  expect(entries.filter(({ kind }) => kind === 'end')).toEqual([
    { kind: 'end', testFile: join(root, 'p/size.test.ts') },
    { kind: 'end', testFile: join(root, 'p/unit.test.ts') },
  ]);
});

test('a file that does not load judges nothing, and nobody waits for what it has left running', async () => {
  const testFile = join(root, 'p/broken.test.ts');
  write('p/broken.test.ts', "setInterval(() => undefined, 1_000);\nthrow new Error('broken');\n");
  expect(await measure([], ['p/broken.test.ts'], 'broken')).toEqual([
    { kind: 'begin', testFile },
    { kind: 'end', testFile, unfit: 'it does not load' },
  ]);
  const log = readFileSync(join(root, 'broken/jest.log'), 'utf8');
  expect(log.match(/^Tests: .*$/gm)).toEqual(['Tests:       0 total']);
  expect(log).not.toContain('Jest did not exit');
});

test('finds in the journal the files that are left, and where a process got stuck', () => {
  const begin = { kind: 'begin', testFile: 'a' } as const;
  const start = { kind: 'start', testFile: 'b', mutant: '7' } as const;
  expect(unfinished(['a', 'b'], [])).toEqual({
    testFiles: ['a', 'b'],
    stuckIn: undefined,
    stuckFile: undefined,
  });
  expect(unfinished(['a', 'b'], [begin, { kind: 'end', testFile: 'a' }, start])).toEqual({
    testFiles: ['b'],
    stuckIn: start,
    stuckFile: 'b',
  });
  expect(unfinished(['a'], [begin])).toEqual({
    testFiles: ['a'],
    stuckIn: undefined,
    stuckFile: 'a',
  });
  const [end, again] = [
    { kind: 'end', testFile: 'a' } as const,
    { kind: 'again', testFile: 'a' } as const,
  ];
  expect(unfinished(['a'], [begin, end, again]).testFiles).toEqual(['a']);
  expect(unfinished(['a'], [begin, end, again, begin, end]).testFiles).toEqual([]);
});
