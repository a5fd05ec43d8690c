// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJournal, writeEntry } from './journal.ts';

const folder = mkdtempSync(join(tmpdir(), 'journal-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('ignores an incomplete line at the end', () => {
  const path = join(folder, 'journal');
  expect(readJournal(path)).toEqual([]);
  writeEntry(path, { kind: 'begin', testFile: 'a' });
  appendFileSync(path, '{"kind":"end"');
  expect(readJournal(path)).toEqual([{ kind: 'begin', testFile: 'a' }]);
});
