// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReports, writeReport } from './report-files.ts';
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
