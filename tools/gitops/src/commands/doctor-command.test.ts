// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '../run/workspace.ts';
import { doctorCommand } from './doctor-command.ts';

const root = mkdtempSync(join(tmpdir(), 'doctor-command-'));
afterAll(() => rmSync(root, { recursive: true }));
writeFileSync(join(root, 'pulumi'), '#!/bin/sh\necho v3.259.0\n');
chmodSync(join(root, 'pulumi'), 0o755);
for (const environment of ['lab', 'production']) {
  mkdirSync(join(root, 'stacks/infra'), { recursive: true });
  const key = 'secretsprovider: awskms://alias/own\nencryptedkey: abc\n';
  writeFileSync(join(root, `stacks/infra/Pulumi.${environment}.yaml`), key);
}
const folder = `file://${root}/states`;

/** Returns how the command ends, and its lines. */
async function examine(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const lines: string[] = [];
  const code = await doctorCommand.run(args, {
    workspace: openWorkspace(root),
    env: { PATH: `${root}:${process.env.PATH ?? ''}`, ...env },
    signal: new AbortController().signal,
    progress: () => undefined,
    print: (line) => lines.push(line),
  });
  return [code, ...lines];
}

test('nothing is wrong where states are in a folder without locks', async () => {
  expect(await examine({ PULUMI_BACKEND_URL: folder })).toEqual([0, 'Nothing is wrong.']);
});

test('states in a bucket are not called well: nobody has looked at their locks', async () => {
  expect(await examine({ PULUMI_BACKEND_URL: 's3://states' }, '--environment', 'lab')).toEqual([
    0,
    'The backend is no folder: locks and states in it were not looked at.',
    'Nothing else is wrong.',
  ]);
});

test('the environments whose states are in a bucket are named beside those in a folder', async () => {
  const env = { STRATA_BACKENDS: `lab=${folder},production=postgres://db.example.org/strata` };
  expect(await examine(env)).toEqual([
    0,
    'The backend of production is no folder: locks and states in it were not looked at.',
    'Nothing else is wrong.',
  ]);
});

test('environments that STRATA_BACKENDS leaves out are not called well', async () => {
  expect(await examine({ STRATA_BACKENDS: `lab=${folder}` })).toEqual([
    0,
    'STRATA_BACKENDS does not name production: nothing of these environments was looked at.',
    'Nothing else is wrong.',
  ]);
});
