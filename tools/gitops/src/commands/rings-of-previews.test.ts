// SPDX-License-Identifier: Apache-2.0
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { runCommand } from './run-command.ts';

let repository: SmallRepository;

beforeEach(() => {
  repository = new SmallRepository('rings-of-previews');
  repository.commit({
    'stacks/infra/Pulumi.prod.yaml': '',
    'stacks/rings.yaml': 'rings: [{name: all, environments: [prod]}]\n',
  });
});
afterEach(() => repository.delete());

/** Returns how the preview of a pull request ends that reaches no stack, and what it says. */
async function preview(env: NodeJS.ProcessEnv = {}) {
  const said: string[] = [];
  const code = await runCommand.run(['preview', '--offline', '--since', 'HEAD'], {
    workspace: openWorkspace(repository.root),
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
  repository.write('stacks/rings.yaml', 'rings: [{name: all, environments: [prod, gone]}]\n');
  expect(await preview()).toEqual([
    1,
    'After the merge no ring would be deployed: stacks/rings.yaml is wrong:\n  no stack is of the environment "gone"; known: prod',
    nothing,
  ]);
  repository.write('stacks/rings.yaml', 'rings: []\n');
  expect((await preview())[0]).toBe(1);
});

test('a pull request fails with a ring that the pipeline of its forge would leave out', async () => {
  repository.write(
    '.gitlab-ci.yml',
    'stages: [preview, first]\nlook-all: { stage: look, variables: { RING: all } }\ndeploy-all: { stage: all, variables: { RING: all } }\n',
  );
  expect(await preview({ GITLAB_CI: 'true' })).toEqual([
    1,
    'After the merge a ring would not be deployed: .gitlab-ci.yml: stages has of the rings of stacks/rings.yaml only [], in this order: name [all] there',
    nothing,
  ]);
});
