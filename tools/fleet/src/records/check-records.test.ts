// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { testDriftReport, testProof } from '../testing/test-records.ts';
import { clusterRecords, environmentRecords } from './check-records.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'records-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const now = new Date('2026-05-03T09:00:00.000Z');
const readAt = now.toISOString();
const context = () => ({ root, environment: 'prod', now });

function write(file: string, content: unknown): void {
  const path = join(root, '.strata', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}

const proofSource = { file: '.strata/proofs/prod.shop.json', key: 'verdict' };
const driftSource = { file: '.strata/reports/user-cluster/prod.shop.json', key: 'outcome' };

test('without results of checks nothing is told, but that a backup was never restored', () => {
  expect(clusterRecords(context(), 'shop', false)).toEqual([]);
  expect(environmentRecords(context())).toEqual([]);
  expect(clusterRecords(context(), 'shop', true)).toEqual([
    {
      what: 'Restore of the newest backup',
      text: 'not tried on this machine',
      tone: 'warn',
      source: proofSource,
    },
  ]);
});

test.each([
  [{}, 'restorable, as it was stored at 2026-05-02T03:10:00.123Z', 'good'],
  [
    { verdict: 'broken', mismatches: ['no node of md-a', 'Secrets cannot be listed'] },
    'broken: no node of md-a; Secrets cannot be listed',
    'bad',
  ],
])('a proof with %j is told with its time', (change, text, tone) => {
  write('proofs/prod.shop.json', { ...testProof, ...change });
  expect(clusterRecords(context(), 'shop', true)).toEqual([
    {
      what: 'Restore of the newest backup',
      text,
      tone,
      at: testProof.time,
      readAt,
      source: proofSource,
    },
  ]);
});

const drifted = { resource: 'urn:a', field: 'spec.a', wanted: 'words', live: 'other words' };

test.each([
  [{}, 'no drift', 'good'],
  [{ outcome: 'drifted', drift: [drifted] }, '1 field differs', 'bad'],
  [{ outcome: 'drifted', drift: [drifted, drifted] }, '2 fields differ', 'bad'],
  [{ outcome: 'failed', reason: 'words' }, 'could not be checked', 'bad'],
])('a drift check with %j is told without values', (change, text, tone) => {
  write('reports/user-cluster/prod.shop.json', { ...testDriftReport, ...change });
  expect(clusterRecords(context(), 'shop', false)).toEqual([
    { what: 'Drift check', text, tone, at: testDriftReport.startedAt, readAt, source: driftSource },
  ]);
});

test.each([
  ['of another operation', { ...testDriftReport, operation: 'preview' }],
  ['of another stack', { ...testDriftReport, stack: 'prod.cart' }],
  ['of another format', { ...testDriftReport, version: 2 }],
])('a report %s is no drift check', (_, report) => {
  write('reports/user-cluster/prod.shop.json', report);
  expect(clusterRecords(context(), 'shop', false)).toEqual([]);
});

test("drift checks of an environment's own stacks are told by program", () => {
  for (const program of ['infra', 'kubevirt-stack']) {
    write(`reports/${program}/prod.json`, { ...testDriftReport, program, stack: 'prod' });
  }
  expect(environmentRecords(context()).map(({ source, what }) => [what, source.file])).toEqual([
    ['Drift check of infra', '.strata/reports/infra/prod.json'],
    ['Drift check of kubevirt-stack', '.strata/reports/kubevirt-stack/prod.json'],
  ]);
});
