// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '../run/workspace.ts';
import { doctorCommand } from './doctor-command.ts';

const root = mkdtempSync(join(tmpdir(), 'doctor-command-'));
afterAll(() => rmSync(root, { recursive: true }));
/** States of the backend that is no folder, as `pulumi stack ls --json` lists them. */
let listed = '[]';
writeFileSync(
  join(root, 'pulumi'),
  '#!/bin/sh\nif [ "$2" = ls ]; then cat "$LISTED"; else echo v3.259.0; fi\n',
);
chmodSync(join(root, 'pulumi'), 0o755);
mkdirSync(join(root, 'packages/infra'), { recursive: true });
writeFileSync(join(root, 'packages/infra/Pulumi.yaml'), 'name: infra\n');
for (const environment of ['lab', 'production']) {
  mkdirSync(join(root, 'stacks/infra'), { recursive: true });
  const key = 'secretsprovider: awskms://alias/own\nencryptedkey: abc\n';
  writeFileSync(join(root, `stacks/infra/Pulumi.${environment}.yaml`), key);
}
beforeEach(() => (listed = '[]'));
const folder = `file://${root}/states`;

/** Returns how the command ends, and its lines. */
async function examine(env: NodeJS.ProcessEnv, ...args: readonly string[]) {
  const lines: string[] = [];
  const file = join(root, 'listed.json');
  writeFileSync(file, listed);
  const code = await doctorCommand.run(args, {
    workspace: openWorkspace(root),
    env: { PATH: `${root}:${process.env.PATH ?? ''}`, LISTED: file, ...env },
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
    'The backend is no folder: locks in it were not looked at, nor whether its states are whole.',
    'Nothing else is wrong.',
  ]);
});

test('the environments whose states are in a bucket are named beside those in a folder', async () => {
  const env = { STRATA_BACKENDS: `lab=${folder},production=postgres://db.example.org/strata` };
  expect(await examine(env)).toEqual([
    0,
    'The backend of production is no folder: locks in it were not looked at, nor whether its states are whole.',
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

test('a stack in a bucket that has resources and no file is named, whatever its environment', async () => {
  listed = JSON.stringify([
    { name: 'lab', current: false, resourceCount: 40 },
    { name: 'old', current: false, lastUpdate: '2026-01-02T03:04:05.000Z', resourceCount: 42 },
    { name: 'destroyed', current: false, resourceCount: 0 },
  ]);
  expect(await examine({ PULUMI_BACKEND_URL: 's3://states' })).toEqual([
    1,
    'infra/old: it has a state with 42 resources and no file below stacks/: nothing previews, deploys or checks it\n  Restore its file from Git. If it is to go, destroy it then (docs/continuous-deployment.md#when-a-stack-is-to-go): npx nx destroy infra/old; then pulumi -C packages/infra stack rm old',
    'The backend is no folder: locks in it were not looked at, nor whether its states are whole.',
  ]);
});

test('states in a bucket that cannot be listed are told, for nobody knows whether each has a file', async () => {
  listed = 'nothing';
  expect(await examine({ PULUMI_BACKEND_URL: 's3://states' }, '--environment', 'lab')).toEqual([
    1,
    'infra of lab: its states cannot be listed: pulumi stack ls has printed no list of stacks\n  Look whether STRATA_BACKENDS, or PULUMI_BACKEND_URL, names the right backend, and whether you are logged in to it.',
    'The backend is no folder: locks in it were not looked at, nor whether its states are whole.',
  ]);
});
