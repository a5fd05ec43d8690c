// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RunContext } from '../run/stack-run.ts';
import { checkStates } from './check-states.ts';

let backend: string;
beforeEach(() => (backend = mkdtempSync(join(tmpdir(), 'strata-states-'))));
afterEach(() => rmSync(backend, { recursive: true }));

const stack = {
  environment: 'prod',
  file: 'stacks/infra/Pulumi.prod.yaml',
  id: 'infra/prod',
  program: 'infra',
  stack: 'prod',
} as RunContext['workspace']['stacks'][number];

const check = () =>
  checkStates({
    workspace: { root: backend, stacks: [stack] },
    env: { PULUMI_BACKEND_URL: `file://${backend}` },
    signal: new AbortController().signal,
    progress: () => undefined,
  });

function write(path: string, text: string): string {
  const file = join(backend, '.pulumi', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const whole = '{"user.content_type":"application/json","md5":"x"}';
const lock = (host: string, pid: number) =>
  write(
    'locks/organization/infra/prod/1.json',
    JSON.stringify({ hostname: host, pid, username: 'ada', timestamp: '2026-01-02T03:04:05Z' }),
  );

/** A process that cannot be: the kernel counts no further than 4194304. */
const gone = 4_194_305;

beforeEach(() => {
  write('stacks/infra/prod.json', '{"checkpoint":{"latest":{}}}');
  write('stacks/infra/prod.json.attrs', whole);
});

const command = 'node tools/gitops/src/main.ts recover --stack infra/prod';
const cutOff = (file: string, fix: string) => ({
  subject: 'infra/prod',
  problem: `${file} was cut off, so Pulumi cannot read what it is beside; nothing needs it`,
  fix,
});

test('a state whose attributes are whole is as it should be', () => {
  expect(check()).toEqual([]);
});

// Proves: upgrades.interrupted
test('names attributes of a state, its backup and its locks that were cut off', () => {
  const files = [
    write('stacks/infra/prod.json.attrs', ''),
    write('stacks/infra/prod.json.bak.attrs', whole.slice(0, 20)),
    write('locks/organization/infra/prod/1.json.attrs', ''),
  ];
  expect(check()).toEqual(files.map((file) => cutOff(file, `This removes it: ${command}`)));
});

test('while an update runs, it may be writing them', () => {
  write('stacks/infra/prod.json.attrs', '');
  lock(hostname(), process.pid);
  expect(check()).toEqual([]);
});

test('where another machine has the lock, somebody has to make sure first', () => {
  const file = write('stacks/infra/prod.json.attrs', '');
  lock('elsewhere', gone);
  expect(check()).toEqual([
    cutOff(
      file,
      `Make sure that no update runs elsewhere; then this removes it: ${command} --no-update-runs`,
    ),
    {
      subject: 'infra/prod',
      problem: 'ada on elsewhere has locked it since 2026-01-02T03:04:05Z',
      fix: `Make sure that no update runs there, then: ${command} --no-update-runs`,
    },
  ]);
});
