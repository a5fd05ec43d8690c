// SPDX-License-Identifier: Apache-2.0
import { renderBarChart, shortNumber } from './bar-chart.ts';

test('the longest bar fills the width, and the others are proportional', () => {
  const svg = renderBarChart({
    title: 'Times',
    unit: 'seconds',
    groups: [
      {
        name: 'a & b',
        bars: [
          { series: 'x', value: 10 },
          { series: 'y', value: 5, spread: 1 },
        ],
      },
    ],
  });
  expect([...svg.matchAll(/width="([\d.]+)" height="12"/g)].map(([, width]) => width)).toEqual([
    '12',
    '12',
    '560.0',
    '280.0',
  ]);
  expect(svg).toContain('>a &amp; b<');
  expect(svg).toContain('<title id="title">Times, seconds</title>');
  expect(svg).toContain('<desc id="desc">a &amp; b: x 10.0, y 5.00.</desc>');
});

test('numbers have only significant digits', () => {
  expect([0.9412, 12.34, 431.2].map(shortNumber)).toEqual(['0.94', '12.3', '431']);
});

test('the same chart gives the same text', () => {
  const chart = { title: 't', unit: 's', groups: [] };
  expect(renderBarChart(chart)).toBe(renderBarChart(chart));
});
