// SPDX-License-Identifier: Apache-2.0
import { instrument, textBetween } from './instrument.ts';

const file = 'packages/infra/src/cluster/one.ts';
const text = `export const isSmall = (cpus: number): boolean => cpus < 2;
export function refuse(name: string): never {
  throw new Error(\`\${name} is \` + 'too small');
}
`;

test('every mutant has its line, its original text and its replacement', async () => {
  const { mutants, sources } = await instrument([{ file, text }]);
  expect(mutants.map(({ line, kind, was, replacement }) => [line, kind, was, replacement])).toEqual(
    [
      [1, 'ArrowFunction', '(cpus: number): boolean => cpus < 2', '() => undefined'],
      [1, 'ConditionalExpression', 'cpus < 2', 'true'],
      [1, 'ConditionalExpression', 'cpus < 2', 'false'],
      [1, 'EqualityOperator', 'cpus < 2', 'cpus <= 2'],
      [1, 'EqualityOperator', 'cpus < 2', 'cpus >= 2'],
      // No mutant changes the message of a thrown error.
      [2, 'BlockStatement', text.slice(text.indexOf('{', 100), -1), '{}'],
    ],
  );
  expect(sources[0]?.text).toContain('stryMutAct_9fa48("0")');
});

test('leaves out explanations in tables, but not the fields of a nested object', async () => {
  const table = `const see = (path: string) => path;
export const facts = {
  need: 'to read',
  source: see('a' + 'b'),
  spec: { source: { url: 'http://a' } },
};
`;
  const { mutants } = await instrument([{ file, text: table }]);
  expect(mutants.filter(({ kind }) => kind === 'StringLiteral').map(({ was }) => was)).toEqual([
    "'http://a'",
  ]);
});

test('leaves out the test cases of alerts, and the variables and functions that only they need', async () => {
  const alerts = `const used = 'a' + 'b';
const given = (of: string) => [{ series: of, values: '1x5' }];
const both = () => 'both';
const more = () => given('c');
const start = 'e';
function rising(by: string, from = start): string {
  return from === 'f' ? by : rising(by, from + 'g');
}
export function called(deep: boolean): string {
  return deep ? back('j') : 'h';
}
function back(by: string): string {
  return called(by === 'k');
}
export const unused = 'd';
export const alerts = [
  { name: 'One' + used, expression: both, cases: [{ when: 'x', given: more() }, both(), rising('i')] },
];
`;
  const { mutants } = await instrument([{ file, text: alerts }]);
  expect(mutants.filter(({ kind }) => kind === 'StringLiteral').map(({ was }) => was)).toEqual([
    "'a'",
    "'b'",
    "'both'",
    "'j'",
    "'h'",
    "'k'",
    "'d'",
    "'One'",
  ]);
});

test('returns the text between two places, on one line and on several', () => {
  const from = { line: 1, column: 2 };
  expect(textBetween('one\ntwo!!\nthree', from, { line: 1, column: 4 })).toBe('o!');
  expect(textBetween('one\ntwo!!\nthree', from, { line: 2, column: 3 })).toBe('o!!\nthr');
});
