// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAuditSpans } from './audit-spans.ts';

const recorded = readFileSync(join(import.meta.dirname, 'recorded-trace/audit.log'), 'utf8');
const begin = Date.parse('2026-11-28T18:00:40Z');

test("takes the provider's requests and the reads of the program, to the microsecond", () => {
  const spans = readAuditSpans(recorded).map((span) => [
    Math.round((span.begin - begin) * 1_000) / 1_000,
    Math.round((span.end - begin) * 1_000) / 1_000,
  ]);
  expect(spans).toEqual([
    [735.895, 768.912],
    [1_388.546, 1_389.255],
    [7_191.274, 7_213.816],
    [17_043.074, 17_054.213],
    [99_828.406, 99_831.02],
    [138_526.858, 138_669.994],
  ]);
});

test('leaves out a line that is still being written', () => {
  expect(readAuditSpans('{"verb":"ge')).toEqual([]);
});
