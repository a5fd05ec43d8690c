// SPDX-License-Identifier: Apache-2.0
import type { RestoreProof } from '@strata/contracts/restore-proof';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastProof, proofWords } from './restore-proofs.ts';

const proof: RestoreProof = {
  format: 1,
  environment: 'prod',
  cluster: 'shop',
  time: '2026-05-02T09:00:00.000Z',
  seconds: 5.2,
  backup: { id: '1f2e3d4c5b6a', time: '2026-05-02T03:10:00.123Z' },
  verdict: 'restorable',
  mismatches: [],
  notes: [],
  objects: {},
  nodes: {},
  versions: { apiServer: '1.35.4', kubernetes: '1.35.4', etcd: '3.6.5', restic: '0.18.1' },
};

test.each([
  ['2026-05-02T10:00:00Z', {}, 'today'],
  ['2026-05-03T09:00:00Z', {}, '1 day ago'],
  ['2026-06-02T09:00:00Z', {}, '31 days ago'],
  ['2026-05-05T08:00:00Z', { verdict: 'broken' as const }, 'broken, 2 days ago'],
])('at %s a proof of 2 May is told by its age %j', (now, change, words) => {
  expect(proofWords({ ...proof, ...change }, Date.parse(now))).toBe(words);
});

test('no proof is no age', () => {
  expect(proofWords(undefined, 0)).toBe('no');
});

test('the last proof of a cluster is its own, and a file that is no proof is none', () => {
  const root = mkdtempSync(join(tmpdir(), 'proofs-'));
  try {
    mkdirSync(join(root, '.strata/proofs'), { recursive: true });
    const file = join(root, '.strata/proofs/prod.shop.json');
    writeFileSync(file, JSON.stringify(proof));
    expect(lastProof(root, 'prod', 'shop')).toEqual(proof);
    expect(lastProof(root, 'prod', 'cart')).toBeUndefined();
    writeFileSync(file, JSON.stringify({ ...proof, format: 2 }));
    expect(lastProof(root, 'prod', 'shop')).toBeUndefined();
    writeFileSync(file, '{');
    expect(lastProof(root, 'prod', 'shop')).toBeUndefined();
  } finally {
    rmSync(root, { recursive: true });
  }
});
