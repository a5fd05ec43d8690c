// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitopsError } from '../gitops-error.ts';
import { writeRingResult } from '../report/ring-result.ts';
import { openWorkspace } from '../run/workspace.ts';
import { deployCommand } from './deploy-command.ts';

let root: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
    cwd: root,
  });
const write = (file: string, text: string) => writeFileSync(join(root, file), text);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'deploy-command-'));
  for (const folder of ['bin', 'packages/infra', 'stacks/infra']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  write('bin/pulumi', '#!/bin/sh\necho "error: no stack named \'x\' found" >&2\nexit 255\n');
  chmodSync(join(root, 'bin/pulumi'), 0o755);
  write('stacks/infra/Pulumi.prod.yaml', 'config: {}\n');
  write('stacks/infra/Pulumi.test.yaml', 'config: {}\n');
  write(
    'stacks/rings.yaml',
    'rings: [{name: first, environments: [test]}, {name: last, environments: [prod]}]\n',
  );
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'one');
});
afterEach(() => rmSync(root, { recursive: true }));

/** Pulumi knows no stack. */
const deploy = (...args: string[]) =>
  deployCommand.run(args, {
    workspace: openWorkspace(root),
    env: { PATH: `${join(root, 'bin')}:${process.env.PATH ?? ''}` },
    signal: new AbortController().signal,
    progress: () => undefined,
    print: () => undefined,
  });

test('a ring and an environment together are refused, for the environment may be in another ring', async () => {
  await expect(deploy('--ring', 'first', '--environment', 'prod')).rejects.toThrow(
    new GitopsError(
      '--ring and --environment are two ways to choose what is deployed; give one of them',
    ),
  );
});

test('files below stacks that are in no commit are refused, other new files are not', async () => {
  write('stacks/infra/Pulumi.test2.yaml', '');
  write('note.txt', '');
  write('stacks/rings.yaml', 'rings: [{name: all, environments: [test, prod, test2]}]\n');
  await expect(deploy('--dry-run')).rejects.toThrow(
    new GitopsError(
      'a deployment is of a commit; commit or stash first:\n M stacks/rings.yaml\n?? stacks/infra/Pulumi.test2.yaml',
    ),
  );
  git('add', 'stacks');
  git('commit', '-qm', 'two');
  await expect(deploy('--dry-run')).resolves.toBe(0);
});

test('where Git does not answer, nothing is deployed', async () => {
  rmSync(join(root, '.git'), { recursive: true });
  await expect(deploy()).rejects.toThrow(
    /^a deployment is of a commit, and Git does not say whether this is one: fatal: not a git repository/,
  );
});

test('a ring is not deployed that a person starts before the ring in front of it has ended well', async () => {
  const folder = join(root, 'after');
  const commit = git('rev-parse', 'HEAD').toString().trim();
  const refused = new GitopsError(
    `--after: ${folder} does not say that the ring "first" ended well with ${commit.slice(0, 10)}; bring that ring up first`,
  );
  await expect(deploy('--ring', 'last', '--after', folder)).rejects.toThrow(refused);
  // The first ring needs nobody, and fails here.
  expect(await deploy('--ring', 'first', '--after', folder, '--reports', folder)).toBe(1);
  await expect(deploy('--ring', 'last', '--after', folder)).rejects.toThrow(refused);
  writeRingResult(folder, { ring: 'first', environments: ['test'], commit, endedWell: true });
  expect(await deploy('--ring', 'last', '--after', folder, '--dry-run')).toBe(0);
});
