// SPDX-License-Identifier: Apache-2.0
import { mark, readPage } from './pages.ts';
import { renderCounts, renderProofs } from './render-pages.ts';

const content = `# Pools

Words.

| id           | what         | where   | state                |
| ------------ | ------------ | ------- | -------------------- |
| \`pools.roll\` | they roll    | always  | proven by real parts |
| \`pools.size\` | a \`number\` \\| 2 | [n](n.md) | unit tests only |

${mark}

Whatever was written last time.
`;

test('reads the title, the rows and the hand-written text of a page', () => {
  const page = readPage('pools', content);
  expect(page).toMatchObject({
    name: 'pools',
    title: 'Pools',
    rows: [
      { id: 'pools.roll', what: 'they roll', where: 'always', state: 'proven by real parts' },
      { id: 'pools.size', what: 'a `number` \\| 2', where: '[n](n.md)', state: 'unit tests only' },
    ],
  });
  expect(page.text).toBe(content.slice(0, content.indexOf(mark)));
});

test('lists the tests of each row by file, each name once', () => {
  const page = readPage('pools', content);
  const of = (row: string, file: string, title: string) => ({ row, file, title });
  const proofs = [
    of('pools.roll', 'a.test.ts', 'rolls %s'),
    of('pools.roll', 'a.test.ts', 'rolls %s'),
    of('pools.roll', 'a.test.ts', 'says `it`\n  twice'),
    of('pools.roll', 'b.test.ts', 'goes'),
    of('other.row', 'b.test.ts', 'goes'),
  ];
  expect(renderProofs(page, proofs)).toBe(`${mark}

<details>
<summary>The tests that prove each row</summary>

- **pools.roll**
  - \`a.test.ts\`: \`rolls %s\`, \`says 'it' twice\`
  - \`b.test.ts\`: \`goes\`

</details>
`);
});

test('writes nothing on a page without proofs', () => {
  expect(renderProofs(readPage('pools', content), [])).toBe('');
});

test('counts rows by state, pages by their titles', () => {
  const later = { ...readPage('pools', content), name: 'z', title: 'After' };
  expect(renderCounts([readPage('pools', content), later])).toBe(`${mark}

| page | proven by real parts | proven by played parts | unit tests only | not yet |
| --- | --: | --: | --: | --: |
| [After](z.md) | 1 | 0 | 1 | 0 |
| [Pools](pools.md) | 1 | 0 | 1 | 0 |
| all | 2 | 0 | 2 | 0 |
`);
});
