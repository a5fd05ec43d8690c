// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { prodFacts, readAt } from './testing/small-live.ts';
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

test('writes live data into the page, and reports infra clusters that were not read', async () => {
  const out = join(folder, 'fleet.html');
  const asked: (readonly string[])[] = [];
  const live = {
    read: (names: readonly string[]) => {
      asked.push(names);
      return Promise.resolve(
        names.map((name) => ({ name, at: readAt, problem: 'nobody gave a backend' })),
      );
    },
  };
  const { summary } = await writeFleet(root, out, ['staging', 'sandbox'], { live });
  expect(summary.replace(/\d+ KiB/, 'N KiB')).toBe(
    `${out}: 2 environments, N KiB; infra clusters not read: sandbox, staging`,
  );
  expect(asked).toEqual([['sandbox', 'staging']]);
  expect(readFileSync(out, 'utf8')).toContain('nobody gave a backend');
  const read = { read: () => Promise.resolve([{ name: 'staging', at: readAt, value: prodFacts }]) };
  const { summary: other } = await writeFleet(root, out, ['staging'], { live: read });
  expect(other.replace(/\d+ KiB/, 'N KiB')).toBe(`${out}: 1 environment, N KiB; with live data`);
});

test('reports a folder that is a file', async () => {
  const inTheWay = join(folder, 'file');
  writeFileSync(inTheWay, '');
  await expect(writeFleet(root, join(inTheWay, 'fleet.html'), ['staging'])).rejects.toThrow(
    /^the page cannot be written: E(NOTDIR|EXIST)/,
  );
});
