// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instrument } from '../instrument/instrument.ts';
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

test('each mutant is judged by the tests that execute it and pass without it', async () => {
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('package.json', '{ "type": "module" }');
  write('p/size.ts', source);
  write('p/size.test.ts', ownTest);
  const { sources, mutants } = await instrument([{ file: 'p/size.ts', text: source }]);
  for (const { file, text } of sources) write(`sources/${file}`, text);
  const entries = await supervise(
    {
      mutants,
      root,
      sources: join(root, 'sources'),
      packageFolder: join(root, 'p'),
      testFiles: [join(root, 'p/size.test.ts')],
      journal: join(root, 'out/journal'),
    },
    join(root, 'out'),
  );
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
  ]);
  expect(entries.flatMap((entry) => (entry.kind === 'dry' ? entry.failing : []))).toEqual([
    'fails always',
  ]);
  expect(entries.at(-1)).toEqual({ kind: 'end', testFile: join(root, 'p/size.test.ts') });
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
});
