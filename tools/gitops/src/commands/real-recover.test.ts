// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locksFolder, stateFile } from '../state/file-backend.ts';
import { canarySecret, NoteRepository } from '../testing/note-stacks.ts';

// Runs the real engine and CLI, with a file backend and a provider whose cloud is a folder of
// files.
jest.setTimeout(900_000);

const repository = new NoteRepository();
const id = 'user-cluster/prod.shop';
const shop = { program: 'user-cluster', stack: 'prod.shop' };
const locks = locksFolder(repository.state, shop);
const note = (name: string) => repository.note('prod.shop', name);

/** Folder for temporary files of runs. */
const temporary = join(repository.folder, '.tmp');

beforeAll(async () => {
  mkdirSync(temporary);
  repository.env.TMPDIR = temporary;
  repository.addProgram('user-cluster');
  repository.configure(id, { a: { text: 'one' }, b: { text: 'one' } });
  repository.commit();
  expect((await repository.run('up', [id])).code).toBe(0);
});
afterAll(() => repository.remove());

/** Lets an operation wait at a note, and kills it there, with Pulumi and its plugins. */
async function kill(operation: 'up' | 'destroy', name: string): Promise<void> {
  const wait = `${note(name)}.wait`;
  writeFileSync(wait, '');
  const verb = operation === 'up' ? 'create' : 'delete';
  const says = `${verb} note:index:Note ${name}`;
  const { child, result } = await repository.startRun(operation, id, says);
  const [lock = ''] = readdirSync(locks).filter((file) => file.endsWith('.json'));
  const { pid } = JSON.parse(readFileSync(join(locks, lock), 'utf8')) as { pid: number };
  child.kill('SIGKILL');
  process.kill(-pid, 'SIGKILL');
  await result;
  rmSync(wait);
}

const locksLeft = () => (existsSync(locks) ? readdirSync(locks) : []);

// Proves: upgrades.interrupted
test('recover repairs an update although a part of the stack does not answer until the update has ended', async () => {
  repository.configure(id, { a: { text: 'one' }, b: { text: 'one' }, c: { text: 'one' } });
  await kill('up', 'c');
  // The killed run has left the configuration as it is in Git, but no value of a resource, and no
  // unencrypted secret. The next run removes it.
  const plans = readdirSync(temporary).filter((name) => name.startsWith('strata-plan-'));
  expect(plans).toHaveLength(1);
  const plan = readFileSync(join(temporary, plans[0] ?? '', 'plan.json'), 'utf8');
  expect(plan).toContain('note:index:Note::hidden');
  expect(plan).not.toContain(canarySecret);
  expect(plan).toContain('"user-cluster:word":{"secure":"v1:');
  const { resourcePlans } = JSON.parse(plan) as { readonly resourcePlans: object };
  expect(JSON.stringify(resourcePlans)).not.toContain('"one"');
  // A kill at the moment in which Pulumi writes this file leaves it empty, and no command can read
  // the stack.
  writeFileSync(`${stateFile(repository.state, shop)}.attrs`, '');
  // Like the objects inside a user cluster whose control plane was just being replaced.
  writeFileSync(`${note('a')}.unreachable`, '');
  const { code, stderr, stdout } = await repository.gitops('recover', '--stack', id);
  rmSync(`${note('a')}.unreachable`);
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${id} is whole again.\n` });
  expect(stderr).toContain('configured Kubernetes cluster is unreachable: connection refused');
  expect(readFileSync(note('c'), 'utf8')).toBe('one');
  expect(locksLeft()).toEqual([]);
  expect(readdirSync(temporary).filter((name) => name.startsWith('strata-'))).toEqual([]);
  expect((await repository.run('up', [id])).reports[0]?.outcome).toBe('unchanged');
});

test('recover refuses a checkout that is older than the last update, and says which commit a newer one is', async () => {
  const before = repository.git('rev-parse', 'HEAD');
  const short = (commit: string) => commit.slice(0, 10);
  const next = repository.commit();
  expect((await repository.gitops('recover', '--stack', id)).stderr).toContain(
    `${id}: it was ${short(before)} before the interrupted update, and becomes ${short(next)}, without an approval\n`,
  );
  repository.git('checkout', '--quiet', '--detach', before);
  const refused = await repository.gitops('recover', '--stack', id);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `It was last brought up with ${short(next)}, and the checkout is older: this would take back what was deployed since. Deploy the newest commit; to take a change back, revert it in Git. --older brings it up with this checkout all the same.\n`,
  ]);
  repository.git('checkout', '--quiet', 'main');
});

test('recover does no more than the limits of the environment allow, unless it is told to', async () => {
  const limits = 'stacks/blast-radius/prod.yaml';
  repository.write(limits, 'clusters: 0\n');
  repository.configure(id, { a: { text: 'one' }, b: { text: 'two' }, c: { text: 'one' } });
  repository.commit();
  const refused = await repository.gitops('recover', '--stack', id);
  expect([refused.code, refused.stdout, readFileSync(note('b'), 'utf8')]).toEqual([1, '', 'one']);
  expect(refused.stderr).toContain(
    `${id}: Not allowed as it is:\n${limits}: clusters: 1 are more than 0; make the change in smaller steps, or raise the limit in the same commit\nCheck out the commit of the update, whose limits allow it. --beyond-limits goes on all the same.\n`,
  );
  const done = await repository.gitops('recover', '--stack', id, '--beyond-limits');
  expect([done.code, done.stdout]).toEqual([0, `${id} is whole again.\n`]);
  expect(readFileSync(note('b'), 'utf8')).toBe('two');
  rmSync(join(repository.folder, limits));
  repository.commit();
});

// Proves: upgrades.interrupted
test('recover completes a killed destroy with one command, and makes nothing again', async () => {
  await kill('destroy', 'b');
  const { code, stderr, stdout } = await repository.gitops('recover', '--stack', id, '--destroy');
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${id} is destroyed.\n` });
  expect(stderr).not.toContain('create note');
  expect(['a', 'b', 'c', 'hidden'].filter((name) => existsSync(note(name)))).toEqual([]);
  expect(locksLeft()).toEqual([]);
  const again = await repository.gitops('recover', '--stack', id, '--destroy');
  expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 0, stdout });
});

test('recover does not complete a forbidden destroy', async () => {
  repository.configure(id, { a: { text: 'one', protect: true } });
  expect((await repository.run('up', [id])).code).toBe(0);
  const { code, stderr } = await repository.gitops('recover', '--stack', id, '--destroy');
  expect(code).toBe(1);
  expect(stderr).toContain(`${id} is not destroyed:\n`);
  expect(stderr).toContain('cannot be deleted\nbecause it is protected');
  expect(existsSync(note('a'))).toBe(true);
});
