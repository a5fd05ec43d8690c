// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepReports } from './keep-reports.ts';

const run = mkdtempSync(join(tmpdir(), 'strata-reports-'));
const kept = join(run, 'kept', 'reports');

beforeAll(() => {
  mkdirSync(join(run, 'tmp'));
  writeFileSync(join(run, 'unit-tests.json'), '{}');
  writeFileSync(join(run, 'lint.log'), '');
  writeFileSync(join(run, 'tmp', 'left.json'), '{}');
});

afterAll(() => rmSync(run, { recursive: true }));

test('reports and output of a run are kept in the named folder, temporary files are not', () => {
  keepReports(run, kept);
  expect(readdirSync(kept).sort()).toEqual(['lint.log', 'unit-tests.json']);
});

test.each([undefined, ''])('nothing is kept without a folder (%s)', (folder) => {
  keepReports(run, folder);
  expect(readdirSync(run).sort()).toEqual(['kept', 'lint.log', 'tmp', 'unit-tests.json']);
});
