// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { writeFleet } from './write-fleet.ts';

const root = resolve(import.meta.dirname, '../../..');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'strata-fleet-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('writes a complete page and reports its size', async () => {
  const out = join(folder, 'made/fleet.html');
  const { file, summary } = await writeFleet(root, out, ['staging']);
  expect(file).toBe(out);
  expect(summary.replace(/\d+ KiB/, 'N KiB')).toBe(`${out}: 1 environment, N KiB`);
  expect(readdirSync(dirname(out))).toEqual([basename(out)]);
});

test('reports a folder that is a file', async () => {
  const inTheWay = join(folder, 'file');
  writeFileSync(inTheWay, '');
  await expect(writeFleet(root, join(inTheWay, 'fleet.html'), ['staging'])).rejects.toThrow(
    /^the page cannot be written: E(NOTDIR|EXIST)/,
  );
});
