// SPDX-License-Identifier: Apache-2.0
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { commands } from './index.ts';

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
