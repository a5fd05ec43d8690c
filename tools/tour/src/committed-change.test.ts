// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitChange } from './committed-change.ts';
import { StacksCopy } from './stacks-copy.ts';

const before = { ...process.env };
let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'strata-tour-test-'))));
afterEach(() => {
  process.env = { ...before };
  rmSync(folder, { recursive: true });
});

// As hooks of a linked worktree have it: https://git-scm.com/docs/githooks
test('the repository that the environment names gets no commit, and the change is that of the copy', () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'mine');
  const head = git('rev-parse', 'HEAD');
  mkdirSync(join(folder, 'stacks/capacity'), { recursive: true });
  const file = 'stacks/capacity/lab.yaml';
  writeFileSync(join(folder, file), 'hostLoss: 1\n');
  using copy = new StacksCopy(folder);
  process.env.GIT_DIR = join(folder, '.git');
  process.env.GIT_INDEX_FILE = join(folder, '.git/index');
  process.env.GIT_WORK_TREE = folder;

  const change = { file, before: 'hostLoss: 1\n', after: 'hostLoss: 2\n' };
  const pullRequest = commitChange(copy, change);
  process.env = { ...before };
  expect(git('rev-parse', 'HEAD')).toBe(head);
  expect(pullRequest).toMatchObject({
    author: { files: [{ file: 'capacity/lab.yaml', kind: 'changed' }] },
  });
});
