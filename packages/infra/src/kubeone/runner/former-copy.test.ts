// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepFormerCopy } from './former-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'strata-former-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('an earlier copy gets its time into its name; none, and an empty one, are left', () => {
  const file = join(folder, 'pki.tar.gz');
  expect(keepFormerCopy(file)).toBeUndefined();
  writeFileSync(file, '');
  expect(keepFormerCopy(file)).toBeUndefined();
  for (const seconds of [1_760_000_000, 1_760_000_001.5]) {
    writeFileSync(file, 'keys');
    utimesSync(file, seconds, seconds);
    keepFormerCopy(file);
  }
  expect(readdirSync(folder)).toEqual([
    'pki.2025-10-09T08-53-20.000Z.tar.gz',
    'pki.2025-10-09T08-53-21.500Z.tar.gz',
  ]);
});

test('a copy that cannot be renamed stops the run before KubeOne writes over it', () => {
  const file = join(folder, 'held.tar.gz');
  writeFileSync(file, 'keys');
  utimesSync(file, 1_760_000_000, 1_760_000_000);
  mkdirSync(join(folder, 'held.2025-10-09T08-53-20.000Z.tar.gz'));
  expect(() => keepFormerCopy(file)).toThrow(
    `${file}, a copy of the keys of an earlier run, cannot be renamed to ` +
      `${join(folder, 'held.2025-10-09T08-53-20.000Z.tar.gz')} (EISDIR); move it, so that KubeOne does not write over it. Nothing was changed.`,
  );
});
