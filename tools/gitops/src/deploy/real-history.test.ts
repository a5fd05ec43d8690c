// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReports } from '../report/report-files.ts';
import { NoteRepository } from '../testing/note-stacks.ts';

// Runs the real engine and CLI: what deployments do with the commits of Pulumi's own history.
jest.setTimeout(900_000);

const repository = new NoteRepository();
const shop = 'user-cluster/prod.shop';
const infra = 'infra/prod';
const textOf = (stack: string) => readFileSync(repository.note(stack, 'a'), 'utf8');

let first: string;
let second: string;
beforeAll(async () => {
  for (const program of ['infra', 'user-cluster']) repository.addProgram(program);
  repository.write('stacks/rings.yaml', 'rings: [{name: all, environments: [prod]}]\n');
  repository.write('stacks/blast-radius/prod.yaml', 'clusters: 2\n');
  for (const id of [infra, shop]) repository.configure(id, { a: { text: 'one' } });
  first = repository.commit();
  repository.configure(shop, { a: { text: 'two' } });
  second = repository.commit();
  expect((await repository.gitops('deploy', '--reports', folderOf('start'))).code).toBe(0);
});
afterAll(() => repository.remove());

const folderOf = (name: string) => join(repository.folder, '.reports', name);

/** Deploys, and returns the outcome of each stack. */
async function deploy(name: string, ...more: readonly string[]) {
  const folder = folderOf(name);
  const { code, stderr } = await repository.gitops('deploy', '--reports', folder, ...more);
  const reports = existsSync(folder) ? readReports(folder) : [];
  const outcomes = reports.map(({ outcome, program, stack }) => [`${program}/${stack}`, outcome]);
  return { code, stderr, outcomes: Object.fromEntries(outcomes) as Record<string, string> };
}

const refusal = () =>
  `It was last brought up with ${second.slice(0, 10)}, and the checkout is older: this would take back what was deployed since. Deploy the newest commit; to take a change back, revert it in Git. --older brings it up with this checkout all the same.`;

test('an older commit than the deployed one is refused by run up, deploy and its previews', async () => {
  repository.git('checkout', '--quiet', '--detach', first);
  const up = await repository.run('up', [shop]);
  expect([up.code, up.reports.map(({ outcome, reason }) => [outcome, reason])]).toEqual([
    1,
    [['refused', refusal()]],
  ]);
  const looked = await deploy('look', '--preview');
  expect([looked.code, looked.outcomes]).toEqual([0, { [shop]: 'refused' }]);
  const approved = await deploy('approved', '--approved', folderOf('look'));
  expect([approved.code, approved.outcomes]).toEqual([1, { [shop]: 'refused' }]);
  const whole = await deploy('whole');
  expect([whole.code, whole.outcomes]).toEqual([1, { [shop]: 'refused' }]);
  expect(whole.stderr).toContain(`  ${shop}: REFUSED: ${refusal()}\n`);
  expect(textOf('prod.shop')).toBe('two');
});

test('approved previews of an older commit bring nothing up', async () => {
  repository.git('checkout', '--quiet', 'main');
  const { code, outcomes, stderr } = await deploy('newer', '--approved', folderOf('look'));
  expect([code, outcomes]).toEqual([1, {}]);
  expect(stderr).toBe(
    `--approved: the previews in ${folderOf('look')} are of ${first.slice(0, 10)}, and ${second.slice(0, 10)} is checked out; make new ones\n`,
  );
});

test('--older takes a change back, and the next deployment brings the newest commit up again', async () => {
  repository.git('checkout', '--quiet', '--detach', first);
  const taken = await deploy('taken', '--older');
  expect([taken.code, taken.outcomes, textOf('prod.shop')]).toEqual([
    0,
    { [shop]: 'changed' },
    'one',
  ]);
  repository.git('checkout', '--quiet', 'main');
  const again = await deploy('again');
  expect([again.code, again.outcomes, textOf('prod.shop')]).toEqual([
    0,
    { [shop]: 'changed' },
    'two',
  ]);
});

test('a destroyed stack is not built again, whatever else changes, until its own file does', async () => {
  expect((await repository.run('destroy', [shop])).code).toBe(0);
  const after = await deploy('after');
  expect([after.code, after.outcomes]).toEqual([0, {}]);
  expect(after.stderr).toBe(
    `ring all: 0 of 2 stacks to bring up\n  ${shop}: left as it is, for it was destroyed: delete its file, change it, or: npx node tools/gitops/src/main.ts run up --stack ${shop}\n`,
  );
  repository.configure(infra, { a: { text: 'two' } });
  repository.commit();
  expect(await deploy('below')).toMatchObject({ code: 0, outcomes: { [infra]: 'changed' } });
  expect(existsSync(repository.note('prod.shop', 'a'))).toBe(false);
  repository.configure(shop, { a: { text: 'wanted again' } });
  repository.commit();
  const wanted = await deploy('wanted');
  expect([wanted.code, wanted.outcomes]).toEqual([0, { [shop]: 'changed' }]);
  expect(wanted.stderr).toContain(`  ${shop}: its file has changed since it was destroyed\n`);
});

test('what the clusters of an environment change together is judged, in previews and updates', async () => {
  const clusters = ['b', 'c', 'd'].map((name) => `user-cluster/prod.${name}`);
  for (const id of clusters) repository.configure(id, { a: { text: 'one' } });
  repository.commit();
  const refused = Object.fromEntries(clusters.map((id) => [id, 'refused']));
  const reason =
    'Not allowed together with the other stacks of prod:\nstacks/blast-radius/prod.yaml: clusters: 3 are more than 2; make the change in smaller steps, or raise the limit in the same commit';
  const looked = await deploy('together', '--preview');
  expect([looked.code, looked.outcomes]).toEqual([0, refused]);
  expect(new Set(readReports(folderOf('together')).map((one) => one.reason))).toEqual(
    new Set([reason]),
  );
  const approved = await deploy('none', '--approved', folderOf('together'));
  expect([approved.code, approved.outcomes]).toEqual([1, refused]);
  for (const id of clusters) {
    expect(existsSync(repository.note(id.replace('user-cluster/', ''), 'a'))).toBe(false);
  }
  // Without approved previews, the limit ends it where it is reached.
  const { code, reports } = await repository.run('up', clusters);
  expect([code, reports.map(({ outcome }) => outcome).sort()]).toEqual([
    1,
    ['changed', 'changed', 'refused'],
  ]);
  expect(reports.find(({ outcome }) => outcome === 'refused')?.reason).toBe(reason);
});

test('a stack with resources does not lose its file unseen: the preview refuses it, and deployments name it', async () => {
  repository.git('rm', '--quiet', 'stacks/user-cluster/Pulumi.prod.shop.yaml');
  repository.commit();
  const folder = folderOf('removed');
  const since = ['--since', 'HEAD^1', '--reports', folder];
  const { code } = await repository.gitops('run', 'preview', ...since);
  expect([code, ...readReports(folder)]).toMatchObject([
    1,
    {
      stack: 'prod.shop',
      outcome: 'refused',
      reason: expect.stringMatching(
        /^Its file is removed, and it has a state with \d+ resources: /,
      ) as string,
    },
  ]);
  expect((await deploy('listed', '--dry-run')).stderr).toMatch(
    /^ {2}user-cluster\/prod\.shop: it has a state with \d+ resources and no file below stacks\/: /m,
  );
});
