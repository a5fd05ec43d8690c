// SPDX-License-Identifier: Apache-2.0
import { consoleReport, formatDuration } from './progress.ts';

test.each([
  [400, '0s'],
  [45_000, '45s'],
  [59_600, '1m00s'],
  [192_000, '3m12s'],
  [3_720_000, '1h02m'],
])('%i ms is %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

test('without a terminal, prints a status as a line when nothing was printed for 15 s', () => {
  let written = '';
  let now = 0;
  const report = consoleReport({ write: (text) => (written += text) }, () => now);
  report.line('begin');
  for (now = 1_000; now <= 31_000; now += 1_000) report.status(`at ${now / 1000}`);
  expect(written).toBe('begin\nat 15\nat 30\n');
});

test('on a terminal, a status replaces the previous one and never wraps', () => {
  let written = '';
  const stream = { isTTY: true, columns: 10, write: (text: string) => (written += text) };
  const report = consoleReport(stream);
  report.status('0123456789');
  report.line('done');
  expect(written).toBe('\r\u001b[K012345678\r\u001b[Kdone\n');
});
