// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { showChecks, showMistake } from './show-checks.ts';

const root = resolve(import.meta.dirname, '../../..');

test('the files of this repository are right', () => {
  expect(showChecks(root)).toEqual([
    'Addresses and versions are right: environments 4, user clusters 5.',
  ]);
});

test('a mistake is made in a copy, and told with both lines', () => {
  const file = join(root, 'stacks/user-cluster/Pulumi.production.shop.yaml');
  const before = readFileSync(file, 'utf8');
  expect(showMistake(root)).toEqual([
    'in a copy, stacks/user-cluster/Pulumi.production.shop.yaml:8 "podCidr: 10.128.0.0/18" becomes "podCidr: 10.128.64.0/18":',
    'stacks/user-cluster/Pulumi.production.reports.yaml:8  podCidr: 10.128.64.0/18',
    '  10.128.64.0/18 overlaps 10.128.64.0/18, the pods of the cluster "shop" of "production"; take a range that is not in use',
    'stacks/user-cluster/Pulumi.production.shop.yaml:8  podCidr: 10.128.64.0/18  (the other side)',
  ]);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a repository without the example says which file is not there', () => {
  const empty = mkdtempSync(join(tmpdir(), 'strata-tour-test-'));
  try {
    mkdirSync(join(empty, 'stacks'));
    expect(() => showMistake(empty)).toThrow(
      new Error('stacks/user-cluster/Pulumi.production.shop.yaml is not there'),
    );
  } finally {
    rmSync(empty, { recursive: true });
  }
});
