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

test('a pull request is told of a kubeconfig file that jobs of a ring do not have, and passes', async () => {
  repository.commit({
    'stacks/infra/Pulumi.prod.yaml':
      'config:\n  infra:existing: { kubeconfigEnv: KUBECONFIG_PROD }\n',
  });
  expect(await preview()).toEqual([
    0,
    'After the merge a stack may not be deployed: stacks/infra/Pulumi.prod.yaml: config.infra:existing.kubeconfigEnv: jobs of the ring all have no file that KUBECONFIG_PROD names, unless their runner has one: encrypt the kubeconfig as existing.kubeconfig (docs/bare-metal.md#an-existing-cluster), or name the environment in byHand of stacks/rings.yaml',
    nothing,
  ]);
  expect(await preview({ KUBECONFIG_PROD: '/run/kubeconfig' })).toEqual([0, nothing]);
  const byHand = 'rings: [{name: all, environments: [other]}]\nbyHand: [prod]\n';
  repository.commit({ 'stacks/infra/Pulumi.other.yaml': '', 'stacks/rings.yaml': byHand });
  expect(await preview()).toEqual([0, nothing]);
});
