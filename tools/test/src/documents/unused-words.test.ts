// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findUnusedWords, unusedWords } from './unused-words.ts';

const root = resolve(import.meta.dirname, '../../../..');
const glossary = 'docs/glossary.md';
const words = unusedWords(readFileSync(join(root, glossary), 'utf8'));

/** Extensions of the files that people write: code, scripts and pages. */
const endings = ['cjs', 'go', 'md', 'mjs', 'sh', 'ts', 'tsx', 'yaml', 'yml'];
const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--'];
const files = execFileSync('git', [...list, ...endings.map((ending) => `*.${ending}`)], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && file !== glossary);

test(`no file has a word that ${glossary} says is not used`, () => {
  expect(words.length).toBeGreaterThan(20);
  expect(files.length).toBeGreaterThan(2000);
  const found = files.flatMap((file) =>
    findUnusedWords(file, readFileSync(join(root, file), 'utf8'), words),
  );
  expect(found).toEqual([]);
});

const planted = unusedWords(
  [
    '| word | meaning |',
    '| ---- | ------- |',
    '| pear | a pear   |',
    '',
    '| not | but | except in |',
    '| --- | --- | --------- |',
    '| green plum, greengage | plum | `green-plum-flag` of upstream, `docs/of-others.md` |',
    '| apple | pear | |',
  ].join('\n'),
);

const inText = (text: string, file = 'docs/page.md') => findUnusedWords(file, text, planted);

test.each([
  'a green plum',
  'Green plums',
  'greenPlum',
  'ripeGreenPlums',
  'GREEN_PLUM',
  'green-plum',
])('finds the word in "%s"', (text) => {
  expect(inText(text)).toHaveLength(1);
});

test.each(['evergreen plum', 'green plumber', 'green. Plum', 'pineapple', 'the plum is green'])(
  'finds nothing in "%s"',
  (text) => {
    expect(inText(text)).toEqual([]);
  },
);

test('says where a word is and what to say, also when the line ends in the middle of it', () => {
  const text = [
    'first',
    ' * is a green',
    ' * plum and',
    "'a green ' +",
    "  'plum or ' +",
    'apples',
  ];
  expect(inText(text.join('\n'), 'src/a.ts')).toEqual([
    'src/a.ts:2: "green * plum"; say "plum"',
    'src/a.ts:4: "green \' + \'plum"; say "plum"',
    'src/a.ts:6: "apples"; say "pear"',
  ]);
});

test('finds it in the name of a file', () => {
  expect(inText('', 'src/green-plum.ts')).toEqual([
    'name of src/green-plum.ts: "green-plum"; say "plum"',
  ]);
});

test('leaves names of upstream and pages about other products alone', () => {
  expect(inText('--green-plum-flag=1, green plum')).toHaveLength(1);
  expect(inText('--green-plum-flag=1')).toEqual([]);
  expect(inText('greengages', 'docs/of-others.md')).toEqual([]);
});
