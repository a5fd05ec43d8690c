// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');
const step = join(root, 'tools/hypervisor-lane/steps/promises.sh');
const workflow = readFileSync(join(root, '.github/workflows/hypervisor.yml'), 'utf8');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'promises-'))));
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Puts a program on the PATH that answers the first pattern of the shell that fits; a complaint is its failure. */
function play(
  program: string,
  answers: readonly (readonly [pattern: string, output: string, complaint?: string])[],
): void {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const cases = answers.map(([pattern, output, complaint]) =>
    complaint === undefined
      ? `${pattern}) echo ${quoted(output)} ;;`
      : `${pattern}) echo ${quoted(complaint)} >&2; exit 1 ;;`,
  );
  const file = join(folder, program);
  writeFileSync(file, ['#!/bin/bash', 'case "$*" in', ...cases, 'esac', ''].join('\n'));
  chmodSync(file, 0o755);
}

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(step, args, {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env.PATH ?? ''}`, KUBECONFIG: '/infra' },
  });
  return { status, said: stdout.trim(), complained: stderr.trim() };
}

const list = (...items: readonly object[]) => JSON.stringify({ items });
const lease = (namespace: string, seconds: number) => ({
  metadata: { name: 'a', namespace, ownerReferences: [] },
  spec: { leaseDurationSeconds: seconds, renewTime: new Date().toISOString() },
});
const node = { metadata: { name: 'a', uid: 'u' } };
const refused =
  'Error from server (Forbidden): leases.coordination.k8s.io is forbidden: User "shop" cannot list resource "leases"';

test('objects that nobody may read do not hide the others, and are named once', () => {
  play('kubectl', [
    ['"get leases "*', '', refused],
    ['*', list()],
  ]);
  const { status, said, complained } = run('infra');
  const lines = said.split('\n');
  expect([status, complained]).toEqual([2, '']);
  expect(lines.filter((line) => line.startsWith('unread'))).toEqual([`unread leases: ${refused}`]);
  expect(lines.filter((line) => line.startsWith('unasked')).length).toBeGreaterThan(20);
  expect(lines.at(-1)).toMatch(
    /^0 promises kept, 0 broken, \d+ not asked, because the cluster has no such object; 1 kinds not read$/,
  );
});

test('a broken promise ends it with 1, whatever else could not be read', () => {
  play('kubectl', [
    ['"get leases "*', list(lease('kube-node-lease', 41))],
    ['"get nodes "*', list(node)],
    ['"get pods "*', 'no list'],
    ['*', list()],
  ]);
  const { status, said } = run('infra');
  expect([status, said]).toEqual([
    1,
    expect.stringContaining('\n        kube-node-lease/a has 41\n'),
  ]);
  expect(said).toMatch(/^unread pods: Unexpected token .*$/m);
});

test.each([
  [['user'], 'promises.sh: the kubeconfig of the user cluster is missing'],
  [['other'], 'promises.sh: CLUSTER must be infra or user'],
  [[], 'promises.sh: CLUSTER must be infra or user'],
])('with the arguments %j it judges nothing', (args, complained) => {
  play('kubectl', [['*', list()]]);
  expect(run(...args)).toEqual({ status: 2, said: '', complained });
});

test('it says so where there is no kubectl', () => {
  const { status, stderr } = spawnSync('/bin/bash', [step, 'infra'], {
    encoding: 'utf8',
    env: { PATH: folder, KUBECONFIG: '/infra' },
  });
  expect([status, stderr]).toEqual([2, 'promises.sh needs kubectl\n']);
});

test("it runs with the repository's own Node", () => {
  play('kubectl', [['*', list()]]);
  play('node', [['*', 'an old one', 'it knows no types']]);
  expect(run('infra').status).toBe(0);
});

test('a broken promise fails the lane at its end, after both clusters were judged', () => {
  const judging = workflow.indexOf("- name: Check what the sandbox's played parts promise");
  const steps = workflow.slice(judging).split('\n      - ');
  expect(steps[0]).toBe(
    [
      "- name: Check what the sandbox's played parts promise",
      '        id: promises',
      '        continue-on-error: true',
      '        timeout-minutes: 20',
      '        run: |',
      '          code=0',
      '          tools/hypervisor-lane/steps/promises.sh infra || code=$?',
      '          tools/hypervisor-lane/steps/promises.sh user "$USER_KUBECONFIG" || code=$?',
      '          exit "$code"',
    ].join('\n'),
  );
  const last = steps.findIndex((step) => step.startsWith('name: Look for what is left'));
  expect(steps[last + 1]).toBe(
    [
      'name: Fail if a promise was broken',
      "        if: steps.promises.outcome == 'failure'",
      '        run: exit 1',
    ].join('\n'),
  );
});
