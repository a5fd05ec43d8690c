// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitopsError } from '../gitops-error.ts';
import { requireRings, writeRingResult } from './ring-result.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ring-result-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const commit = 'a'.repeat(40);
const environments = ['test'];
const ask = (...rings: readonly string[]) =>
  requireRings(
    folder,
    rings.map((name) => ({ name, environments })),
    commit,
  );
const refused = (ring: string) =>
  new GitopsError(
    `--after: ${folder} does not say that the ring "${ring}" ended well with aaaaaaaaaa; bring that ring up first`,
  );

test('a ring goes on after rings that ended well with the same commit', () => {
  ask();
  for (const ring of ['first', 'canary']) {
    writeRingResult(folder, { ring, environments, commit, endedWell: true });
  }
  ask('first', 'canary');
});

test.each([
  ['ended badly', { environments, commit, endedWell: false }],
  ['ended well with another commit', { environments, commit: 'b'.repeat(40), endedWell: true }],
  ['was deployed in part', { environments: [], commit, endedWell: true }],
])('a ring does not go on after one that %s', (_, result) => {
  writeRingResult(folder, { ring: 'first', environments, commit, endedWell: true });
  writeRingResult(folder, { ring: 'canary', ...result });
  expect(() => ask('first', 'canary')).toThrow(refused('canary'));
});

test('a ring does not go on after one that left no result, or one that nobody can read', () => {
  expect(() => ask('first')).toThrow(refused('first'));
  writeFileSync(join(folder, 'ring.first.json'), '{');
  expect(() => ask('first')).toThrow(refused('first'));
});
