// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readReports } from '../report/report-files.ts';
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { commands } from './index.ts';
import { reachedSince } from './reached-stacks.ts';
import { runCommand } from './run-command.ts';

const repository = new SmallRepository('reached');
const { root } = repository;
afterAll(() => repository.delete());

beforeAll(() => {
  repository.commit({
    'stacks/infra/Pulumi.prod.yaml': '# first\n',
    'stacks/infra/Pulumi.test.yaml': '# first\n',
    'stacks/user-cluster/Pulumi.prod.shop.yaml': '# first\n',
    'packages/infra/package.json': '{}',
    'packages/infra/Pulumi.yaml': 'name: infra\nmain: program.ts\n',
    'packages/infra/program.ts': `import { one } from './src/one.ts';\nconsole.log(one);\n`,
    'packages/infra/src/one.ts': '// One.\nexport const one = 1;\n',
    'packages/infra/src/other.ts': 'export const other = 1;\n',
  });
});

async function reached(...args: string[]) {
  const printed: string[] = [];
  const told: string[] = [];
  const command = await commands.reached?.();
  const code = await command?.run(args, {
    workspace: openWorkspace(root),
    env: {},
    signal: new AbortController().signal,
    progress: (line) => told.push(line),
    print: (line) => printed.push(line),
  });
  return { code, printed, told };
}

test('says which stacks a change reaches, and by which of its files', async () => {
  repository.commit({
    'stacks/infra/Pulumi.prod.yaml': '# second\n',
    'packages/infra/src/one.ts': '// One.\nexport const one = 2;\n',
    'packages/infra/src/other.ts': 'export const other = 2;\n',
  });
  const files = 'packages/infra/src/one.ts, stacks/infra/Pulumi.prod.yaml';
  expect(await reached('--since', 'HEAD^1')).toEqual({
    code: 0,
    printed: [
      `infra/prod: ${files}`,
      'infra/test: packages/infra/src/one.ts',
      `user-cluster/prod.shop: ${files}`,
    ],
    told: [],
  });
});

test('says so when nothing is reached: other words of a comment, a file that nobody runs', async () => {
  repository.commit({
    'packages/infra/src/one.ts': '// The number one.\nexport const one = 2;\n',
    'packages/infra/src/other.ts': 'export const other = 3;\n',
  });
  expect(await reached('--since', 'HEAD^1')).toEqual({
    code: 0,
    printed: [],
    told: ['Nothing that changed since HEAD^1 reaches a stack.'],
  });
});

test('facts of an infra cluster reach the stacks of their environment where previews are made from them', () => {
  const facts = 'stacks/infra-facts/prod.yaml';
  repository.commit({ [facts]: "kubernetes: '1.35.4'\n" });
  const files = (offline: boolean) =>
    reachedSince(openWorkspace(root), 'HEAD^1', { offline }).reached.map(
      (one) => [one.stack.id, one.files] as const,
    );
  expect(files(true)).toEqual([
    ['infra/prod', [facts]],
    ['user-cluster/prod.shop', [facts]],
  ]);
  expect(files(false)).toEqual([]);
});

test('offline previews of a change of facts are made', async () => {
  repository.commit({ 'stacks/infra-facts/test.yaml': "kubernetes: '1.35.4'\n" });
  repository.remove('stacks/infra-facts/test.yaml');
  repository.commit();
  const told: string[] = [];
  const reports = mkdtempSync(join(tmpdir(), 'strata-reports-'));
  await runCommand.run(['preview', '--offline', '--since', 'HEAD^1', '--reports', reports], {
    workspace: openWorkspace(root),
    env: {},
    signal: new AbortController().signal,
    progress: (line) => told.push(line),
    print: () => undefined,
  });
  expect(
    readReports(reports).map(({ outcome, reason, stack }) => ({ outcome, reason, stack })),
  ).toEqual([
    {
      stack: 'test',
      outcome: 'skipped',
      reason:
        'stacks/infra-facts/test.yaml is missing: it says what the infra cluster has, which nothing else can say without it. See docs/environments.md.',
    },
  ]);
  rmSync(reports, { recursive: true });
});

test('names a stack whose file is removed, for no other file says that it is reached', async () => {
  repository.remove('stacks/user-cluster/Pulumi.prod.shop.yaml');
  repository.commit();
  expect(await reached('--since', 'HEAD^1')).toEqual({
    code: 0,
    printed: [
      'user-cluster/prod.shop: stacks/user-cluster/Pulumi.prod.shop.yaml is removed, which destroys nothing: what it has goes on running, and nothing looks after it',
    ],
    told: [],
  });
});

test('wants a commit, which must be there', async () => {
  await expect(reached()).rejects.toThrow('say since when: --since COMMIT');
  await expect(reached('--since', 'nowhere')).rejects.toThrow(
    'there is no commit "nowhere" in this clone: fetch the whole history',
  );
});
