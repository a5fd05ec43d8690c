// SPDX-License-Identifier: Apache-2.0
import { testCallsIn } from './test-calls.ts';

/**
 * Returns a comment that names rows. It is composed here, because this file's own tests prove none.
 */
const tag = (ids: string) => ['//', 'Proves:', ids].join(' ');

const found = (text: string) =>
  testCallsIn(text).map(({ title, skipped, proves }) => ({ title, skipped, proves }));

test('a test proves the rows that the comments right above it name', () => {
  const text = [tag('pools.surge, pools.roll'), tag('volumes.growth'), "test('goes', () => {});"];
  expect(found(text.join('\n'))).toEqual([
    { title: 'goes', skipped: false, proves: ['pools.surge', 'pools.roll', 'volumes.growth'] },
  ]);
});

test.each([
  ["test.each([[1]])('it', () => {});", 'it'],
  ["describe.each`a\n${1}`('it', () => {});", 'it'],
  ["(isRoot ? test : test.skip)('it', () => {});", 'it'],
  ['const own = isRoot ? test : test.skip;\nown(`it`, () => {});', 'it'],
  ['it(`it ${kind}`, () => {});', '`it ${kind}`'],
])('knows %j', (text, title) => {
  expect(found(text)).toEqual([{ title, skipped: false, proves: [] }]);
});

test('finds tests inside describe and loops, each with its own comments', () => {
  const text = `
${tag('a.outer')}
describe('outer', () => {
  // A comment of its own.
  ${tag('a.inner')}
  test('inner', () => {});
  for (const one of all) {
    ${tag('a.loop')}
    test(one, () => {});
  }
});
`;
  expect(found(text)).toEqual([
    { title: 'outer', skipped: false, proves: ['a.outer'] },
    { title: 'inner', skipped: false, proves: ['a.inner'] },
    { title: 'one', skipped: false, proves: ['a.loop'] },
  ]);
});

test.each(["test.skip('it', () => {});", "test.todo('it');", "test.skip.each([1])('it', run);"])(
  'sees that it never runs: %s',
  (text) => {
    expect(found(text)).toEqual([{ title: 'it', skipped: true, proves: [] }]);
  },
);

test('ignores calls of other functions', () => {
  expect(found("latest('it', () => {}); expect('it'); regex.test('it');")).toEqual([]);
});

test('returns the positions of a test and its comments', () => {
  const text = `const a = 1;\n${tag('a.b')}\ntest('it', () => {});`;
  expect(testCallsIn(text)).toMatchObject([
    { tagLines: [1], start: text.indexOf('test('), end: text.length },
  ]);
});
