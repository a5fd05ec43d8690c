// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { readReports } from '../report/report-files.ts';
import { NoteRepository } from '../testing/note-stacks.ts';

// Runs the real engine and CLI on a new environment whose stacks read each other.
jest.setTimeout(900_000);

const repository = new NoteRepository();

const start = `
import * as pulumi from '@pulumi/pulumi';
class Note extends pulumi.CustomResource {
  constructor(name, args) { super('note:index:Note', name, args); }
}
const config = new pulumi.Config();
`;

const infra = `${start}
const { text } = config.requireObject('notes').a;
new Note('a', { file: config.require('folder') + '/a', text });
export const said = text;
`;

/** Returns a program that reads the output of another stack and exports it. */
const reader = (below: string) => `${start}
const environment = pulumi.getStack().split('.')[0];
const { value } = await new pulumi.StackReference('organization/${below}/' + environment).getOutputDetails('said');
if (value === undefined) throw new Error('stack ${below}/' + environment + ' has not been brought up yet.');
new Note('a', { file: config.require('folder') + '/a', text: value });
export const said = value;
`;

const change = (text: string) => {
  repository.configure('infra/prod', { a: { text } });
  repository.commit();
};

beforeAll(() => {
  for (const program of ['infra', 'kubevirt-stack', 'user-cluster']) repository.addProgram(program);
  repository.write('packages/infra/program.mjs', infra);
  repository.write('packages/kubevirt-stack/program.mjs', reader('infra'));
  repository.write('packages/user-cluster/program.mjs', reader('kubevirt-stack'));
  for (const id of ['infra/test', 'kubevirt-stack/test', 'user-cluster/test.shop']) {
    repository.configure(id, { a: { text: 'one' } });
  }
  repository.write(
    'stacks/rings.yaml',
    'rings: [{name: first, environments: [test]}, {name: last, environments: [prod]}]\n',
  );
  change('one');
});
afterAll(() => repository.remove());

let count = 0;
/** Runs one deployment with approval: previews all due stacks, then carries out these previews. */
async function deploy() {
  count += 1;
  const [looked, done] = [`look-${count}`, `done-${count}`].map((name) =>
    join(repository.folder, '.reports', name),
  ) as [string, string];
  await repository.gitops('deploy', '--preview', '--reports', looked);
  const { code } = await repository.gitops('deploy', '--reports', done, '--approved', looked);
  const reports = readReports(done);
  const outcomes = reports.map(({ outcome, program, stack }) => [`${program}/${stack}`, outcome]);
  const reasons = reports.flatMap(({ reason }) => reason ?? []);
  return { code, outcomes: Object.fromEntries(outcomes) as Record<string, string>, reasons };
}

test('each deployment brings up one more layer of stacks, and does not stop the following rings', async () => {
  expect(await deploy()).toEqual({
    code: 0,
    outcomes: {
      'infra/test': 'changed',
      'kubevirt-stack/test': 'skipped',
      'user-cluster/test.shop': 'skipped',
      'infra/prod': 'changed',
    },
    reasons: [
      'Its preview failed, and a stack that it reads was brought up after that. The next deployment previews it again and brings it up.',
      'kubevirt-stack/test is left to the next deployment, and so is this.',
    ],
  });
  change('two');
  expect((await deploy()).outcomes).toEqual({
    'kubevirt-stack/test': 'changed',
    'user-cluster/test.shop': 'skipped',
    'infra/prod': 'changed',
  });
  expect((await deploy()).outcomes).toEqual({ 'user-cluster/test.shop': 'changed' });
});

test('a stack that fails again after the stacks below it are up stops the next ring', async () => {
  repository.write(
    'packages/kubevirt-stack/program.mjs',
    `${reader('infra')}\nthrow new Error('it is broken');\n`,
  );
  repository.configure('infra/test', { a: { text: 'more' } });
  change('three');
  const { code, outcomes } = await deploy();
  expect([code, outcomes]).toEqual([
    1,
    {
      'infra/test': 'changed',
      'kubevirt-stack/test': 'failed',
      'user-cluster/test.shop': 'skipped',
      'infra/prod': 'skipped',
    },
  ]);
});
