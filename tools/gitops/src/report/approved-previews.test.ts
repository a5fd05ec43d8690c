// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitopsError } from '../gitops-error.ts';
import { readApproved, readApprovedDeployment, writePreviewList } from './approved-previews.ts';
import { reportFile, writeReport } from './report-files.ts';
import type { StackReport } from './stack-report.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'approved-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const commit = 'a'.repeat(40);
const other = 'b'.repeat(40);
const wanted = { commit, environments: ['staging'] };

function preview(stack: string, more: Partial<StackReport> = {}): void {
  writeReport(folder, {
    version: 1,
    operation: 'preview',
    program: 'infra',
    stack,
    environment: stack,
    commit,
    startedAt: '2026-11-27T12:00:00.000Z',
    durationMs: 1,
    outcome: 'changed',
    counts: { create: 0, update: 1, replace: 0, delete: 0, same: 0 },
    changes: [],
    consequences: [],
    exceeded: [],
    policyViolations: [],
    drift: [],
    ...more,
  });
}

const list = (more: object = {}) =>
  writePreviewList(folder, { ...wanted, stacks: ['infra/staging'], ...more });
const idsOf = (reports: ReadonlyMap<string, unknown>) => [...reports.keys()];

test('previews of a deployment are those that its list names', () => {
  preview('staging');
  // It was in the folder before.
  preview('production');
  list();
  expect(idsOf(readApprovedDeployment(folder, wanted))).toEqual(['infra/staging']);
});

test('a list of no previews is an answer, and no list is none', () => {
  list({ stacks: [] });
  expect(idsOf(readApprovedDeployment(folder, wanted))).toEqual([]);
  rmSync(join(folder, 'previews.json'));
  expect(() => readApprovedDeployment(folder, wanted)).toThrow(
    new GitopsError(
      `--approved: ${folder}/previews.json is missing, which deploy --preview writes in the end; fetch the previews again, or make new ones`,
    ),
  );
});

test('a list that was cut off is refused', () => {
  writeFileSync(join(folder, 'previews.json'), '{"version": 1, ');
  expect(() => readApprovedDeployment(folder, wanted)).toThrow(
    new GitopsError(`--approved: ${folder}/previews.json is no list of previews; make new ones`),
  );
});

test('previews of another commit are refused, whether they have a list or not', () => {
  const refused = new GitopsError(
    `--approved: the previews in ${folder} are of bbbbbbbbbb, and aaaaaaaaaa is checked out; make new ones`,
  );
  preview('staging', { commit: other });
  expect(() => readApproved(folder, commit)).toThrow(refused);
  list();
  expect(() => readApprovedDeployment(folder, wanted)).toThrow(refused);
  preview('staging');
  list({ commit: other });
  expect(() => readApprovedDeployment(folder, wanted)).toThrow(refused);
});

test('previews of another ring are refused', () => {
  preview('staging');
  list();
  const rings = { commit, environments: ['staging', 'production'] };
  expect(() => readApprovedDeployment(folder, rings)).toThrow(
    new GitopsError(
      `--approved: the previews in ${folder} are not of production; take those of this ring`,
    ),
  );
});

test('a preview that was lost on its way is missed', () => {
  preview('staging');
  list();
  rmSync(reportFile(folder, 'infra', 'staging'));
  expect(() => readApprovedDeployment(folder, wanted)).toThrow(
    new GitopsError(
      `--approved: the previews of infra/staging are not in ${folder}, though they were made; fetch them again`,
    ),
  );
});

test('offline previews approve nothing', () => {
  preview('staging', { offline: true });
  expect(idsOf(readApproved(folder, commit))).toEqual([]);
});

test('a folder that is not there is no approval', () => {
  const missing = join(folder, 'missing');
  expect(() => readApproved(missing, commit)).toThrow(
    new GitopsError(
      `--approved: there is no folder ${missing}; previews that were not fetched are no approval`,
    ),
  );
});
