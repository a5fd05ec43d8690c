// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openWorkspace } from '../run/workspace.ts';
import { runCommand } from './run-command.ts';

let root: string;

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
    cwd: root,
  });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rings-of-previews-'));
  write('stacks/infra/Pulumi.prod.yaml', '');
  write('stacks/rings.yaml', 'rings: [{name: all, environments: [prod]}]\n');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Returns how the preview of a pull request ends that reaches no stack, and what it says. */
async function preview(env: NodeJS.ProcessEnv = {}) {
  const said: string[] = [];
  const code = await runCommand.run(['preview', '--offline', '--since', 'HEAD'], {
    workspace: openWorkspace(root),
    env,
    signal: new AbortController().signal,
    progress: (line) => said.push(line),
    print: () => undefined,
  });
  return [code, ...said];
}

const nothing = 'Nothing that changed since HEAD reaches a stack.';

test('a pull request whose rings are right passes', async () => {
  expect(await preview()).toEqual([0, nothing]);
});

test('a pull request fails with rings that would stop every deployment after the merge', async () => {
  write('stacks/rings.yaml', 'rings: [{name: all, environments: [prod, gone]}]\n');
  expect(await preview()).toEqual([
    1,
    'After the merge no ring would be deployed: stacks/rings.yaml is wrong:\n  no stack is of the environment "gone"; known: prod',
    nothing,
  ]);
  write('stacks/rings.yaml', 'rings: []\n');
  expect((await preview())[0]).toBe(1);
});

test('a pull request fails with a ring that the pipeline of its forge would leave out', async () => {
  write(
    '.gitlab-ci.yml',
    'stages: [preview, first]\nlook-all: { stage: look, variables: { RING: all } }\ndeploy-all: { stage: all, variables: { RING: all } }\n',
  );
  expect(await preview({ GITLAB_CI: 'true' })).toEqual([
    1,
    'After the merge a ring would not be deployed: .gitlab-ci.yml: stages has of the rings of stacks/rings.yaml only [], in this order: name [all] there',
    nothing,
  ]);
});
