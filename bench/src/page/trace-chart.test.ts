// SPDX-License-Identifier: Apache-2.0
import { drift } from './test-trace.ts';
import { renderTraceChart } from './trace-chart.ts';

const paths = (svg: string) =>
  [...svg.matchAll(/<path class="(l\d)" d="([^"]+)"/g)].map(([, name, shape]) => [name, shape]);

test('spans are as long as their share of the operation, on the lane of their part', () => {
  expect(paths(renderTraceChart('One & all', [drift]))).toEqual([
    ['l0', 'M150.0 68h43.2v12h-43.2zM538.8 68h145.8v12h-145.8z'],
    ['l1', 'M193.2 84h7.6v12h-7.6z'],
    ['l3', 'M204.0 116h243.0v12h-243.0zM511.8 116h27.0v12h-27.0z'],
    ['l4', 'M684.6 132h1.6v12h-1.6z'],
    ['l5', 'M420.0 148h91.8v12h-91.8z'],
  ]);
});

test('the picture changes when the data change', () => {
  const shown = renderTraceChart('t', [drift]);
  const later = { ...drift, spans: { ...drift.spans, 'API servers': [[510, 680]] as const } };
  expect(paths(renderTraceChart('t', [later])).at(-1)).toEqual(['l5', 'M425.4 148h91.8v12h-91.8z']);
  const more = { ...drift, shares: { ...drift.shares, 'API servers': 0.2 } };
  expect(renderTraceChart('t', [more])).not.toBe(shown);
  expect(renderTraceChart('t', [drift])).toBe(shown);
});

test('says in words what it shows, and has colours for dark pages', () => {
  const svg = renderTraceChart('One & all', [drift]);
  expect(svg).toContain('role="img" aria-labelledby="title desc"');
  expect(svg).toContain('<title id="title">One &amp; all</title>');
  expect(svg).toContain(
    '<desc id="desc">drift: provider plug-ins 45 %, engine 36 %, API servers 17 %, language host 1 %, checkpoint writes below 1 %.</desc>',
  );
  expect(svg).toContain('@media (prefers-color-scheme:dark){.page{fill:#0d1117}');
});
