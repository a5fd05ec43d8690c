// SPDX-License-Identifier: Apache-2.0
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { readReports } from '../report/report-files.ts';
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { deployCommand } from './deploy-command.ts';
import { runCommand } from './run-command.ts';

const shop = 'stacks/user-cluster/Pulumi.prod.shop.yaml';

let repository: SmallRepository;

/** Pulumi that knows no history, and lists the states that a file beside each program has. */
const pulumi = `#!/bin/sh
if [ "$2" = ls ]; then cat listed.json; exit; fi
echo "error: no stack named 'x' found" >&2
exit 255
`;

beforeEach(() => {
  repository = new SmallRepository('removed-files');
  repository.commit({
    '.gitignore': 'listed.json\n.strata\n',
    'bin/pulumi': pulumi,
    'packages/infra/Pulumi.yaml': 'name: infra\n',
    'packages/user-cluster/Pulumi.yaml': 'name: user-cluster\n',
    'stacks/infra/Pulumi.prod.yaml': 'config: {}\n',
    [shop]: 'config: {}\n',
    'stacks/rings.yaml': 'rings: [{name: all, environments: [prod]}]\nbyHand: [lab]\n',
    'stacks/infra/Pulumi.lab.yaml': 'config: {}\n',
  });
  chmodSync(join(repository.root, 'bin/pulumi'), 0o755);
  repository.write('packages/infra/listed.json', '[]');
});
afterEach(() => repository.delete());

/** Sets which states of user clusters there are, and how many resources each has. */
function states(resources: Readonly<Record<string, number>>): void {
  const list = Object.entries(resources).map(([name, resourceCount]) => ({ name, resourceCount }));
  repository.write('packages/user-cluster/listed.json', JSON.stringify(list));
}

/** Runs a command; returns its exit code, what it says of user clusters, and their reports. */
async function run(
  command: typeof runCommand,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
) {
  const { root } = repository;
  const said: string[] = [];
  const code = await command.run(args, {
    workspace: openWorkspace(root),
    env: { PATH: `${join(root, 'bin')}:${process.env.PATH ?? ''}`, ...more },
    signal: new AbortController().signal,
    progress: (line) => said.push(line),
    print: () => undefined,
  });
  const reports = readReports(join(root, '.strata/reports')).filter(
    ({ program }) => program === 'user-cluster',
  );
  return {
    code,
    said: said.filter((line) => line.includes('user-cluster')),
    reports: reports.map(({ leftOut, outcome, reason, stack }) => ({
      stack,
      outcome,
      ...(leftOut !== undefined && { leftOut }),
      ...(reason !== undefined && { reason }),
    })),
  };
}

function removeShop(): void {
  repository.remove(shop);
  repository.commit();
}

const preview = ['preview', '--since', 'HEAD^1'];
const removed = `user-cluster/prod.shop: ${shop} is removed, which destroys nothing: what it has goes on running, and nothing looks after it`;
const reason =
  'Its file is removed, and it has a state with 42 resources: all of it would go on running, and nothing would preview, deploy, renew or check it any more. Destroy it before its file is removed (docs/continuous-deployment.md#when-a-stack-is-to-go), or take the removal back.';

test('the full preview refuses to remove the file of a stack whose state has resources', async () => {
  removeShop();
  states({ 'prod.shop': 42 });
  expect(await run(runCommand, preview)).toEqual({
    code: 1,
    said: [removed, `user-cluster/prod.shop: preview: REFUSED\n  ${reason}`],
    reports: [{ stack: 'prod.shop', outcome: 'refused', reason }],
  });
});

test.each<Readonly<Record<string, number>>>([{ 'prod.shop': 0 }, {}])(
  'the file of a stack that was destroyed may be removed; states: %j',
  async (left) => {
    removeShop();
    states(left);
    expect(await run(runCommand, preview)).toEqual({
      code: 0,
      said: [removed, 'user-cluster/prod.shop: its file is removed, and nothing is left of it'],
      reports: [],
    });
  },
);

test('where the state cannot be read, nobody can tell whether the file may be removed', async () => {
  removeShop();
  repository.write('packages/user-cluster/listed.json', 'nothing');
  const unknown =
    'Its file is removed, and nobody can tell whether it has been destroyed, for its state cannot be read: pulumi stack ls has printed no list of stacks';
  expect(await run(runCommand, preview)).toMatchObject({
    code: 1,
    reports: [{ stack: 'prod.shop', outcome: 'failed', reason: unknown }],
  });
});

test('an offline preview reads no state: it names the stack, and does not fail', async () => {
  removeShop();
  states({ 'prod.shop': 42 });
  expect(await run(runCommand, [...preview, '--offline'])).toEqual({
    code: 0,
    said: [removed],
    reports: [],
  });
});

test('a stack that is brought up by hand is left out, for its state cannot be read here', async () => {
  const lab = 'stacks/user-cluster/Pulumi.lab.shop.yaml';
  repository.commit({ [lab]: 'config: {}\n' });
  repository.remove(lab);
  repository.commit();
  states({ 'lab.shop': 42 });
  const { code, reports } = await run(runCommand, preview, {
    STRATA_BACKENDS: 'prod=file:///prod',
  });
  expect([code, reports]).toEqual([
    0,
    [{ stack: 'lab.shop', outcome: 'skipped', leftOut: 'by hand' }],
  ]);
});

test('a deployment names stacks of its environments that have resources and no file', async () => {
  removeShop();
  states({ 'prod.shop': 42, 'lab.old': 3, 'prod.destroyed': 0 });
  const problem =
    'it has a state with 42 resources and no file below stacks/: nothing previews, deploys or checks it. Restore its file from Git. If it is to go, destroy it then (docs/continuous-deployment.md#when-a-stack-is-to-go): npx nx destroy user-cluster/prod.shop; then pulumi -C packages/user-cluster stack rm prod.shop. If it is to live on without Strata: npx strata export prod shop writes how';
  expect(await run(deployCommand, ['--preview'])).toEqual({
    code: 0,
    said: [`  user-cluster/prod.shop: ${problem}`],
    reports: [{ stack: 'prod.shop', outcome: 'skipped', reason: problem }],
  });
});
