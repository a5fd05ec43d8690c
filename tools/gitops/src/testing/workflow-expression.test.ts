// SPDX-License-Identifier: Apache-2.0
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill, holds } from './workflow-expression.ts';

const contexts = {
  vars: { ROLE: 'r' },
  github: { event: { number: 7 }, ref: 'refs/heads/fix' },
  matrix: { n: 3 },
  needs: { a: { result: 'failure' } },
};

test.each([
  ["vars.ROLE != ''", 'true'],
  ["vars.NONE != ''", 'false'],
  ["vars.NONE || 'x'", 'x'],
  ['vars.NONE', ''],
  ["github.event.number == '7' && !(vars.ROLE == 's')", 'true'],
  ["always() && needs.a.result != 'skipped'", 'true'],
  ["'it''s'", "it's"],
  ['matrix.n == 3', 'true'],
  ["'A' == 'a'", 'true'],
  ["contains(github.ref, 'fix')", 'true'],
  ["contains(github.ref, 'main')", 'false'],
  ["format('{0}-{1}', vars.role, matrix['n'])", 'r-3'],
  ["hashFiles('**/go.sum', '*.lock')", 'hash'],
])('%s is %p', (text, value) => {
  expect(fill(`\${{ ${text} }}`, contexts, { failed: false })).toBe(value);
});

test('a condition without a status function holds only after success', () => {
  expect(holds("vars.ROLE != ''", contexts, { failed: true })).toBe(false);
  expect(holds("vars.ROLE != 'always()'", contexts, { failed: true })).toBe(false);
  expect(holds('always()', contexts, { failed: true })).toBe(true);
  expect(holds("${{ failure() && vars.ROLE == 'r' }}", contexts, { failed: true })).toBe(true);
  expect(holds('Failure ()', contexts, { failed: true })).toBe(true);
  expect(holds('matrix.n', contexts, { failed: false })).toBe(true);
  expect(holds('vars.NONE', contexts, { failed: false })).toBe(false);
  expect(fill('n=${{ github.event.number }} ${{ vars.NONE }}', contexts, { failed: false })).toBe(
    'n=7 ',
  );
});

test.each([
  ['vars.ROLE == ', "Unexpected end of expression: '=='"],
  ['succes()', "Unrecognized function: 'succes'"],
  ['var.ROLE', "Unrecognized named-value: 'var'"],
])('what GitHub cannot read is an error: %s', (text, message) => {
  expect(() => holds(text, contexts, { failed: false })).toThrow(message);
});

const github = join(import.meta.dirname, '../../../../.github');

test.each(globSync('**/*.yml', { cwd: github }))('every expression of %s can be read', (file) => {
  const text = readFileSync(join(github, file), 'utf8');
  const conditions = [...text.matchAll(/^ *(?:- )?if: (.*)$/gm)].map(([, condition]) => condition);
  expect(fill(text, {}, { failed: false })).not.toContain('${{');
  for (const condition of conditions) {
    expect(() => holds(condition ?? '', {}, { failed: false })).not.toThrow();
  }
});
