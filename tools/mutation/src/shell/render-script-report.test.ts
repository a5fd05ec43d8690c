// SPDX-License-Identifier: Apache-2.0
import type { JudgedChange } from './measure-script.ts';
import { renderScriptReport } from './render-script-report.ts';

const change = (line: number, before: string, end: JudgedChange['end']): JudgedChange => ({
  line,
  before,
  after: ':',
  text: '',
  end,
});

test('the report counts what was noticed, and lists what was not and is not explained', () => {
  const judged = [
    change(1, 'set -u', 'passed'),
    change(2, 'log done', 'passed'),
    change(3, 'run', 'failed'),
    change(4, 'wait', 'timeout'),
  ];
  const known = [
    { script: 'drain', before: 'log done', after: ':', reason: 'a line of the log' },
    { script: 'drain', before: 'gone', after: ':', reason: 'it was there once' },
    { script: 'bridges', before: 'set -u', after: ':', reason: 'another script' },
  ] as const;
  expect(renderScriptReport('drain', judged, known)).toBe(
    [
      '# drain',
      '',
      '| changes | killed | timeout | survived | equivalent |',
      '| --- | --- | --- | --- | --- |',
      '| 4 | 1 | 1 | 1 | 1 |',
      '',
      '- line 1: `set -u` -> `:`',
      '- an equivalent change is of no line any more: `gone`',
      '',
    ].join('\n'),
  );
});
