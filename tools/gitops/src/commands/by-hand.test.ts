// SPDX-License-Identifier: Apache-2.0
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readReports } from '../report/report-files.ts';
import { openWorkspace } from '../run/workspace.ts';
import { SmallRepository } from '../testing/small-repository.ts';
import { commands } from './index.ts';

let repository: SmallRepository;
let root: string;
let printed: string[];
let told: string[];

beforeEach(() => {
  repository = new SmallRepository('by-hand');
  ({ root } = repository);
  printed = [];
  told = [];
  for (const environment of ['prod', 'sandbox', 'spare']) {
    repository.write(
      `stacks/infra/Pulumi.${environment}.yaml`,
      'encryptionsalt: v1:AAAA:v1:AAAA:AAAA\n',
    );
  }
  repository.write(
    'stacks/rings.yaml',
    'rings: [{name: a, environments: [prod]}]\nbyHand: [sandbox, spare]\n',
  );
  // There is no Pulumi, so every operation that starts fails at once.
  mkdirSync(join(root, 'packages/infra'), { recursive: true });
});
afterEach(() => repository.delete());

const backends = { STRATA_BACKENDS: 'prod=file:///prod' };

async function run(env: Record<string, string>, name: string, ...args: string[]) {
  const command = await commands[name]?.();
  return command?.run(args, {
    workspace: openWorkspace(root),
    env: { PATH: process.env.PATH, ...env },
    signal: new AbortController().signal,
    progress: (line) => told.push(line),
    print: (line) => printed.push(line),
  });
}

const outcomes = () =>
  readReports(join(root, '.strata/reports')).map(({ leftOut, outcome, stack }) => [
    stack,
    outcome,
    leftOut,
  ]);

const leftOutLine =
  'Left out, for their environments are brought up by hand (byHand of stacks/rings.yaml), and nobody named them: infra/sandbox, infra/spare. Name them with --stack or --environment.';

test('a drift check leaves out stacks that are deployed by hand, and says so in one line', async () => {
  expect(await run(backends, 'drift-check')).toBe(0);
  expect(outcomes()).toEqual([
    ['prod', 'failed', undefined],
    ['sandbox', 'skipped', 'by hand'],
    ['spare', 'skipped', 'by hand'],
  ]);
  expect(told.filter((line) => line.includes('sandbox'))).toEqual([leftOutLine]);
  await run({}, 'summary');
  expect(printed[0]).toMatch(/^## Strata drift check of .*: 1 failed\n/);
  expect(printed[0]).toContain(
    '\nLeft out, brought up by hand (2): <code>infra/sandbox</code>, <code>infra/spare</code>.\n',
  );
});

test.each([
  ['--stack', 'infra/sandbox'],
  ['--environment', 'sandbox'],
])('it looks at what %s names', async (...named) => {
  await run(backends, 'drift-check', ...named);
  expect(outcomes()).toEqual([['sandbox', 'failed', undefined]]);
});

test('a drift check includes an environment that STRATA_BACKENDS names', async () => {
  await run({ STRATA_BACKENDS: 'prod=file:///a,spare=file:///b' }, 'drift-check');
  expect(outcomes()).toEqual([
    ['prod', 'failed', undefined],
    ['sandbox', 'skipped', 'by hand'],
    ['spare', 'failed', undefined],
  ]);
});

test('a preview of changed stacks leaves out those deployed by hand, unless they are named', async () => {
  repository.commit();
  repository.commit({
    'stacks/infra/Pulumi.sandbox.yaml': 'encryptionsalt: v1:BBBB:v1:BBBB:BBBB\n',
  });
  expect(await run(backends, 'run', 'preview', '--since', 'HEAD^1')).toBe(0);
  expect(outcomes()).toEqual([['sandbox', 'skipped', 'by hand']]);
  await run({}, 'summary');
  expect(printed[0]).toBe(
    '## Strata: no stack was looked at\n\nLeft out, brought up by hand (1): <code>infra/sandbox</code>.\n\nEverything in full: artifact <code>strata-reports</code>.\n',
  );
  const named = ['--since', 'HEAD^1', '--stack', 'infra/sandbox'];
  expect(await run(backends, 'run', 'preview', ...named)).toBe(1);
  expect(outcomes()).toEqual([['sandbox', 'failed', undefined]]);
});

test('when nothing that changed reaches a stack, the folder of reports is made and is empty', async () => {
  repository.commit();
  const reports = join(root, 'kept');
  await run(backends, 'run', 'preview', '--since', 'HEAD', '--reports', reports);
  await run({}, 'summary', '--reports', reports);
  expect(printed[0]).toContain('## Strata: no stack is affected');
});

test('a repository without rings has no environment to leave out', async () => {
  repository.remove('stacks/rings.yaml');
  await run(backends, 'drift-check', '--shard', '1/1');
  expect(outcomes().map(([, outcome]) => outcome)).toEqual(['failed', 'failed', 'failed']);
});

test('the doctor names environments whose states it was not told about', async () => {
  await run({ ...backends, PULUMI_CONFIG_PASSPHRASE: 'x' }, 'doctor');
  expect(printed).toContain(
    'STRATA_BACKENDS does not name sandbox, spare: nothing of these environments was looked at.',
  );
  expect(printed.filter((line) => line.startsWith('infra/'))).toEqual([
    expect.stringMatching(/^infra\/prod: the passphrase that is set is not its passphrase\n/),
  ]);
  await expect(run(backends, 'doctor', '--environment', 'sandbox')).rejects.toThrow(
    'STRATA_BACKENDS does not say where the states of "sandbox" are: add sandbox=URL, or run this where they may be read',
  );
});
