// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOwnFolder } from './own-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'own-folder-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

const namespace = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
/** Id of a process that has ended. */
const gone = String(spawnSync('true').pid);

test('nobody else can read the folder, and its name identifies the owner', () => {
  const folder = makeOwnFolder('plan', parent);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(folder.startsWith(join(parent, `strata-plan-${namespace}-${process.pid}-`))).toBe(true);
});

test('removes the folders of killed runs, and nothing else', () => {
  const stale = [
    `strata-plan-${namespace}-${gone}-abcDE1`,
    `strata-run-${namespace}-${gone}-abcDE2`,
  ];
  const kept = [
    `strata-run-${namespace}-${process.ppid}-abcDE3`, // folder of a living process
    `strata-run-1-${gone}-abcDE4`, // folder of another container
    `strata-runs-${namespace}-${gone}-abcDE5`,
    'strata-plan-abcDE',
  ];
  for (const name of [...stale, ...kept]) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, 'kubeconfig'), 'canary');
  }
  const elsewhere = join(parent, 'elsewhere');
  mkdirSync(elsewhere);
  const link = `strata-run-${namespace}-${gone}-abcDE6`;
  symlinkSync(elsewhere, join(parent, link));
  const folder = makeOwnFolder('run', parent);
  expect(readdirSync(parent).sort()).toEqual(
    [...kept, link, 'elsewhere', folder.slice(parent.length + 1)].sort(),
  );
  expect(existsSync(elsewhere)).toBe(true);
});
