// SPDX-License-Identifier: Apache-2.0
import { renderStartChart } from './start-chart.ts';
import { startTable } from './start-table.ts';

const waits = [
  { name: 'stack infra/sandbox', begin: 0, end: 12 },
  { name: 'a & b', begin: 12, running: 24, end: 48 },
];

const bars = (svg: string) =>
  [...svg.matchAll(/<rect class="(\w+)" x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g)]
    .map(([, ...parts]) => parts)
    .filter(([, , y]) => Number(y) > 60);

test('bars are as long as the waits; one of a program changes its colour where it runs', () => {
  expect(bars(renderStartChart('One & all', waits))).toEqual([
    ['whole', '220.0', '69', '120.0'],
    ['starts', '340.0', '87', '120.0'],
    ['unready', '460.0', '87', '240.0'],
  ]);
});

test('says in words what it shows, and has colours for dark pages', () => {
  const svg = renderStartChart('One & all', waits);
  expect(svg).toContain('<title id="title">One &amp; all</title>');
  expect(svg).toContain(
    '<desc id="desc">stack infra/sandbox from 0 to 12 s. a &amp; b from 12 to 48 s.</desc>',
  );
  expect(svg).toContain('@media (prefers-color-scheme:dark){.page{fill:#0d1117}');
});

test('the table has the same seconds', () => {
  expect(startTable(waits)).toBe(
    [
      '| s after the first process | made | runs | ready | s in all |',
      '| --- | --- | --- | --- | --- |',
      '| stack infra/sandbox | 0.0 |  | 12.0 | 12.0 |',
      '| a & b | 12.0 | 24.0 | 48.0 | 36.0 |',
    ].join('\n'),
  );
});
