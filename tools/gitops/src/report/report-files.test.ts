// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBundle, readReports, reportLimits, writeReport } from './report-files.ts';
import type { StackReport } from './stack-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const report = (program: string, stack: string): StackReport => ({
  version: 1,
  operation: 'preview',
  program,
  stack,
  environment: 'prod',
  commit: 'abc',
  startedAt: '2026-01-02T03:04:05.000Z',
  durationMs: 12,
  outcome: 'changed',
  counts: { create: 1, update: 0, replace: 0, delete: 0, same: 3 },
  changes: [],
  consequences: [],
  exceeded: [],
  policyViolations: [],
  drift: [],
});

test('what is written is read again, in the order of programs and stacks', () => {
  const shop = report('user-cluster', 'prod.shop');
  const infra = report('infra', 'prod');
  writeReport(folder, shop);
  writeReport(folder, infra);
  writeReport(folder, { ...shop, outcome: 'failed', reason: 'no space left' });
  expect(readReports(folder)).toEqual([
    infra,
    { ...shop, outcome: 'failed', reason: 'no space left' },
  ]);
  expect(readdirSync(join(folder, 'user-cluster'))).toEqual(['prod.shop.json']);
});

test('a file that is no report is named', () => {
  const bad = mkdtempSync(join(tmpdir(), 'bad-reports-'));
  mkdirSync(join(bad, 'infra'));
  writeFileSync(
    join(bad, 'infra/prod.json'),
    JSON.stringify({ ...report('infra', 'prod'), version: 2 }),
  );
  expect(() => readReports(bad)).toThrow(
    `${join(bad, 'infra/prod.json')} is no report of this version (version: Invalid input: expected 1): delete the folder and run the stacks again.`,
  );
  rmSync(bad, { recursive: true });
});

/** Returns the error for a folder with one file, `infra/prod.json`, or `nothing` if it is valid. */
function said(write: (file: string) => void): string {
  const bad = mkdtempSync(join(tmpdir(), 'bad-reports-'));
  mkdirSync(join(bad, 'infra'));
  write(join(bad, 'infra/prod.json'));
  try {
    readReports(bad);
    return 'nothing';
  } catch (error) {
    return String(error).replaceAll(bad, 'BAD');
  } finally {
    rmSync(bad, { recursive: true });
  }
}

const refused = (why: string) =>
  `GitopsError: BAD/infra/prod.json is no report of this version (${why}): delete the folder and run the stacks again.`;

test('a link to another file is not followed, and what is no JSON is not shown', () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'AWS_SECRET=canary');
  expect(said((file) => symlinkSync(secret, file))).toBe(refused('it is no ordinary file'));
  expect(said((file) => writeFileSync(file, 'AWS_SECRET=canary'))).toBe(refused('it is no JSON'));
});

test('a report that is too large, or of another stack than its name says, is refused', () => {
  const text = JSON.stringify(report('infra', 'prod'));
  expect(said((file) => writeFileSync(file, text.padEnd(reportLimits.bytes + 1)))).toBe(
    refused('it is too large'),
  );
  const other = JSON.stringify(report('infra', '../../other'));
  expect(said((file) => writeFileSync(file, other))).toBe(
    refused('it is of another stack than its name says'),
  );
});

test('a file with all reports is checked in the same way', () => {
  const [one, two] = [report('user-cluster', 'prod.a'), report('infra', 'prod')];
  expect(readBundle('reports.json', JSON.stringify([one, two]))).toEqual([two, one]);
  expect(() => readBundle('reports.json', '{}')).toThrow('(it is no list of reports)');
  expect(() => readBundle('reports.json', '[{"version":2}]')).toThrow('(version: Invalid input');
  const many = JSON.stringify(Array(reportLimits.count + 1).fill(1));
  expect(() => readBundle('reports.json', many)).toThrow('(it has too many reports)');
});
