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
const lock = (host: string, pid: number, timestamp = '2026-01-02T03:04:05Z') =>
  write(
    'locks/organization/infra/prod/1.json',
    JSON.stringify({ hostname: host, pid, username: 'ada', timestamp }),
  );

/** Process id that cannot exist: the kernel's largest is 4194304. */
const gone = 4_194_305;

beforeEach(() => {
  write('stacks/infra/prod.json', '{"checkpoint":{"latest":{}}}');
  write('stacks/infra/prod.json.attrs', whole);
});

const command = 'npx node tools/gitops/src/main.ts recover --stack infra/prod';
const cutOff = (file: string, fix: string) => ({
  subject: 'infra/prod',
  problem: `${file} was cut off, so Pulumi cannot read what it is beside; nothing needs it`,
  fix,
});

test('accepts a state whose attributes are complete', () => {
  expect(check()).toEqual([]);
});

// Proves: upgrades.interrupted
test('names cut-off attributes of a state, its backup and its locks', () => {
  const files = [
    write('stacks/infra/prod.json.attrs', ''),
    write('stacks/infra/prod.json.bak.attrs', whole.slice(0, 20)),
    write('locks/organization/infra/prod/1.json.attrs', ''),
  ];
  expect(check()).toEqual(files.map((file) => cutOff(file, `This removes it: ${command}`)));
});

test('accepts cut-off attributes while an update runs, which may be writing them', () => {
  write('stacks/infra/prod.json.attrs', '');
  lock(hostname(), process.pid, new Date().toISOString());
  expect(check()).toEqual([]);
});

test('names the lock of a killed update whose process id another process has after a reboot', () => {
  lock(hostname(), process.pid);
  expect(check()).toEqual([
    {
      subject: 'infra/prod',
      problem: `an update was killed: its lock is left, its process ${process.pid} is gone`,
      fix: `${command}\n  If it was a destroy, instead: ${command} --destroy`,
    },
  ]);
});

test('asks for confirmation first when another machine holds the lock', () => {
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
      fix: `Make sure that no update runs there, then: ${command} --no-update-runs\n  If it was a destroy, instead: ${command} --no-update-runs --destroy`,
    },
  ]);
});
