// SPDX-License-Identifier: Apache-2.0
import type { RestoreProof } from '@strata/contracts/restore-proof';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testProof } from '../testing/test-records.ts';
import { lastProof } from './last-proof.ts';

let root: string;
let file: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofs-'));
  mkdirSync(join(root, '.strata/proofs'), { recursive: true });
  file = join(root, '.strata/proofs/prod.shop.json');
});
afterEach(() => rmSync(root, { recursive: true }));

test('the last proof of a cluster is its own', () => {
  writeFileSync(file, JSON.stringify(testProof satisfies RestoreProof));
  expect(lastProof(root, 'prod', 'shop')).toEqual(testProof);
  expect(lastProof(root, 'prod', 'cart')).toBeUndefined();
});

test.each([[JSON.stringify({ ...testProof, format: 2 })], ['{']])(
  'a file that is no proof is none: %s',
  (text) => {
    writeFileSync(file, text);
    expect(lastProof(root, 'prod', 'shop')).toBeUndefined();
  },
);
