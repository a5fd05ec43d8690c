// SPDX-License-Identifier: Apache-2.0
import { commands } from '../commands/index.ts';
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { checkDeployedBranch } from './deployed-branch.ts';
import { FakeSettings } from './testing/fake-settings.ts';
import type { FakeAnswers } from './testing/fake-settings.ts';
import { goodGitHub } from './testing/github-answers.ts';

const workflow = '.github/workflows/deploy.yml';
let repository: SmallRepository;

beforeEach(() => {
  repository = new SmallRepository('deployed-branch');
  repository.write('stacks/infra/Pulumi.prod.yaml', '');
  repository.write('stacks/rings.yaml', 'rings: [{ name: first, environments: [prod] }]\n');
});
afterEach(() => repository.delete());

const missed = {
  subject: 'branch master',
  problem:
    '.github/workflows/deploy.yml runs on pushes to main, release alone: what is merged waits for the daily run',
  fix: 'Name master in on.push.branches of .github/workflows/deploy.yml.',
};

test.each([
  ['other branches alone', '{ push: { branches: [main, release] } }', [missed]],
  ['the default branch too', '{ push: { branches: [main, master] } }', []],
  ['patterns, which GitHub compares', "{ push: { branches: ['ma*'] } }", []],
  ['pushes to every branch', '{ push: null }', []],
  ['a schedule alone', '{ schedule: [{ cron: 1 1 * * * }] }', []],
])('a deployment that runs on %s', (_, on, expected) => {
  repository.write(workflow, `on: ${on}\njobs: {}\n`);
  expect(checkDeployedBranch(repository.root, 'master')).toEqual(expected);
});

test('a repository without GitHub’s workflow is not deployed by it', () => {
  expect(checkDeployedBranch(repository.root, 'master')).toEqual([]);
});

/** Returns what the command prints about a repository whose default branch is `master`. */
async function settings(): Promise<string[]> {
  const text = JSON.stringify(goodGitHub());
  const answers = JSON.parse(text.replaceAll('main', 'master')) as FakeAnswers;
  const server = await FakeSettings.start(answers, 'token-of-a-maintainer');
  const printed: string[] = [];
  try {
    const command = await commands.settings?.();
    await command?.run([], {
      workspace: openWorkspace(repository.root),
      env: {
        GITHUB_REPOSITORY: 'o/r',
        GITHUB_API_URL: server.url,
        GITHUB_TOKEN: 'token-of-a-maintainer',
      },
      signal: new AbortController().signal,
      progress: () => undefined,
      print: (line) => printed.push(line),
    });
  } finally {
    await server.stop();
  }
  return printed;
}

test('the command compares the workflow with the default branch that GitHub names', async () => {
  repository.write(workflow, 'on: { push: { branches: [master] } }\n');
  expect(await settings()).toEqual(['Nothing is missing.']);
  repository.write(workflow, 'on: { push: { branches: [main] } }\n');
  expect(await settings()).toEqual([
    'branch master: .github/workflows/deploy.yml runs on pushes to main alone: what is merged waits for the daily run\n  Name master in on.push.branches of .github/workflows/deploy.yml.',
  ]);
});
