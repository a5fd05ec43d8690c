// SPDX-License-Identifier: Apache-2.0
import type { JudgedMutant } from '../judge/judge-mutants.ts';
import { figuresOf, renderReport } from './render-report.ts';

const file = 'packages/infra/src/cluster/a.ts';
const mutant = (line: number, own: Partial<JudgedMutant>): JudgedMutant => ({
  id: `${line}`,
  file,
  line,
  lineText: '',
  kind: 'StringLiteral',
  was: '`a`',
  replacement: '""',
  outcome: 'survived',
  citedBy: [],
  ...own,
});
const mutants = [
  mutant(1, { outcome: 'killed', why: 'a test' }),
  mutant(2, {}),
  mutant(3, { citedBy: ['disks.growth', 'disks.size'] }),
  mutant(4, { outcome: 'equivalent', why: 'both are empty', citedBy: ['disks.size'] }),
  mutant(5, { outcome: 'uncovered', was: `[\n  ${'x'.repeat(100)}]` }),
  mutant(6, { outcome: 'timeout', why: 'silence' }),
];

test('equivalent mutants do not count for the score', () => {
  expect(figuresOf(mutants)).toEqual({
    mutants: 6,
    killed: 1,
    timeout: 1,
    survived: 2,
    uncovered: 1,
    equivalent: 1,
    cited: 1,
    score: '40.0',
  });
  expect(figuresOf([]).score).toBe('100.0');
});

test('the report lists survivors that are cited first', () => {
  const measured = { package: 'infra', folders: ['cluster', 'access'], seconds: 7 };
  expect(renderReport(measured, { mutants, remarks: ['b.test.ts: it hangs'] }).split('\n')).toEqual(
    [
      '# Mutants of infra',
      '',
      '| folder | mutants | killed | timeout | survived | uncovered | equivalent | cited | score |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      '| cluster | 6 | 1 | 1 | 2 | 1 | 1 | 1 | 40.0 |',
      '| access | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 100.0 |',
      '| all | 6 | 1 | 1 | 2 | 1 | 1 | 1 | 40.0 |',
      '',
      'Measured in 7 s. `cited`: survivors on lines that tests of capabilities run.',
      '',
      '## Cited survivors',
      '',
      `- ${file}:3 StringLiteral: \`'a'\` → \`""\`; cited by disks.growth, disks.size`,
      '',
      '## Other survivors',
      '',
      `- ${file}:2 StringLiteral: \`'a'\` → \`""\``,
      '',
      '## Timeouts',
      '',
      `- ${file}:6 StringLiteral: \`'a'\` → \`""\`; silence`,
      '',
      '## Uncovered',
      '',
      `- ${file}:5 StringLiteral: \`[ ${'x'.repeat(85)}...\` → \`""\``,
      '',
      '## Equivalent',
      '',
      `- ${file}:4 StringLiteral: \`'a'\` → \`""\`; cited by disks.size; both are empty`,
      '',
      '## Remarks',
      '',
      '- b.test.ts: it hangs',
      '',
    ],
  );
});
