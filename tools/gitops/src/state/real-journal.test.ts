// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoteRepository } from '../testing/note-stacks.ts';
import { journalFeature, readState, stateFile } from './file-backend.ts';

// Kills the real engine while it records an update in a journal. Its cloud is a folder of files, so it is
// known what was made. STRATA_JOURNAL_KILLS=200 is the long form; STRATA_OTHER_PULUMI is the path of
// another engine, such as one without the patch, that takes its turn.
jest.setTimeout(4 * 3_600_000);
const kills = Number(process.env.STRATA_JOURNAL_KILLS ?? 3);
const { STRATA_OTHER_PULUMI: other } = process.env;

const repository = new NoteRepository();
const shop = { program: 'user-cluster', stack: 'prod.shop' };
const id = 'user-cluster/prod.shop';
const log = join(repository.folder, '.home/made');
const journal = join(repository.state, '.pulumi/journals/organization/user-cluster/prod.shop');
const cloud = join(repository.notes, 'prod.shop');

beforeAll(() => {
  repository.env.NOTE_LOG = log;
  repository.addProgram('user-cluster');
});
afterAll(() => repository.remove());

/** The notes of a round: some are made, one changes, and those of the round before are deleted. */
const notesOf = (round: number) => ({
  stays: { text: 'one' },
  changes: { text: `${round}` },
  ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}${round}`, { text: 'new' }])),
});

const namesOf = (round: number) => [...Object.keys(notesOf(round)), 'hidden'].sort();

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}, program = 'pulumi') {
  const cwd = join(repository.folder, 'packages/user-cluster');
  const child = spawn(program, ['--non-interactive', ...args, '--stack', shop.stack], {
    cwd,
    env: { ...repository.env, ...env },
    detached: true,
  });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, ended, said: Promise.all([text(child.stdout), text(child.stderr)]) };
}

async function pulumi(args: readonly string[], env?: NodeJS.ProcessEnv, program?: string) {
  const { ended, said } = start(args, env, program);
  const [stdout, stderr] = await said;
  if ((await ended) !== 0) throw new Error(`pulumi ${args.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}

const up = ['up', '--yes', '--skip-preview'] as const;

/** Notes by what the engine knows of them. */
interface Known {
  readonly made: string[];
  readonly pending: string[];
}

async function known(env?: NodeJS.ProcessEnv, program?: string): Promise<Known> {
  interface Resource {
    readonly urn: string;
    readonly type: string;
  }
  const exported = JSON.parse(await pulumi(['stack', 'export'], env, program)) as {
    readonly deployment: {
      readonly resources?: readonly Resource[];
      readonly pending_operations?: readonly { readonly resource: Resource }[];
    };
  };
  const { pending_operations: operations = [], resources = [] } = exported.deployment;
  const names = (all: readonly Resource[]) =>
    all
      .filter(({ type }) => type === 'note:index:Note')
      .map(({ urn }) => urn.slice(urn.lastIndexOf('::') + 2))
      .sort();
  return { made: names(resources), pending: names(operations.map(({ resource }) => resource)) };
}

const objects = () =>
  existsSync(journal) ? readdirSync(journal).filter((name) => name.endsWith('.json')) : [];
const inCloud = () => readdirSync(cloud).sort();
const madeSoFar = () =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((file) => basename(file))
    : [];
const hasJournal = () =>
  readState(repository.state, shop)?.features?.includes(journalFeature) === true;

/**
 * Starts an update, and kills it with its plugins as soon as its journal has so many objects. A note
 * that waits keeps the update from ending before that on a busy computer: not more than six objects.
 */
async function killAt(count: number, laterMs: number, waiting?: string): Promise<void> {
  const waits = waiting === undefined ? undefined : join(cloud, `${waiting}.wait`);
  if (waits !== undefined) writeFileSync(waits, '');
  const { child, ended, said } = start(up);
  while (child.exitCode === null && objects().length < count) await sleep(1);
  await sleep(laterMs);
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
  await Promise.all([ended, said]);
  if (waits !== undefined) rmSync(waits);
}

async function repair(): Promise<void> {
  await pulumi(['cancel', '--yes']).catch(() => undefined);
  await pulumi(['refresh', '--yes', '--skip-preview', '--clear-pending-creates']);
  await pulumi(up);
}

// Proves: upgrades.interrupted
test('a kill at any moment loses nothing that was made, and nothing is made twice', async () => {
  repository.configure(id, notesOf(0));
  repository.commit();
  expect((await repository.run('up', [id])).code).toBe(0);
  expect(await known()).toEqual({ made: namesOf(0), pending: [] });
  let interrupted = 0;
  for (let round = 1; round <= kills; round += 1) {
    repository.configure(id, notesOf(round));
    rmSync(log, { force: true });
    // Each number of objects in turn; later ones also while the journal becomes the state.
    const count = 1 + (round % 14);
    if (round % 3 === 0) await killAt(count, Math.floor(Math.random() * 80));
    else await killAt(count, 0, count > 6 ? undefined : `c${round}`);
    const { made, pending } = await known();
    if (hasJournal()) interrupted += 1;
    const recorded = new Set([...made, ...pending]);
    expect(inCloud().filter((name) => !recorded.has(name))).toEqual([]);
    expect(made.filter((name) => !inCloud().includes(name) && !pending.includes(name))).toEqual([]);
    const before = madeSoFar();
    await repair();
    expect(await known()).toEqual({ made: namesOf(round), pending: [] });
    expect(inCloud()).toEqual(namesOf(round));
    // Nothing that the state knew was made again.
    const again = madeSoFar().slice(before.length);
    expect(again.filter((name) => made.includes(name))).toEqual([]);
    expect(new Set(again).size).toBe(again.length);
    expect({ journal: hasJournal(), objects: objects() }).toEqual({ journal: false, objects: [] });
    expect(await pulumi([...up, '--expect-no-changes'])).not.toContain('created');
  }
  // Otherwise nothing was tried.
  expect(interrupted).toBeGreaterThan(kills / 3);
});

test('engines with and without journals take turns on one state', async () => {
  const others: NodeJS.ProcessEnv = { PULUMI_DISABLE_JOURNALING: 'true' };
  for (const round of [1001, 1002, 1003, 1004]) {
    repository.configure(id, notesOf(round));
    const [env, program] = round % 2 === 0 ? [{}, 'pulumi'] : [others, other ?? 'pulumi'];
    await pulumi(up, env, program);
    for (const [reads, by] of [[{}, 'pulumi'] as const, [others, other ?? 'pulumi'] as const]) {
      expect(await known(reads, by)).toEqual({ made: namesOf(round), pending: [] });
    }
    expect(inCloud()).toEqual(namesOf(round));
    // The backup of the state is one that everybody can read as well.
    const backup = `${stateFile(repository.state, shop)}.bak`;
    expect(readFileSync(backup, 'utf8')).not.toContain(journalFeature);
  }
});

test('what is looked at or done by hand after a kill knows the journal', async () => {
  repository.configure(id, notesOf(2001));
  await killAt(4, 0, 'c2001');
  expect(hasJournal()).toBe(true);
  // A removed lock does not hide that an update was interrupted, and changes nothing in the state.
  await pulumi(['cancel', '--yes']);
  expect(hasJournal()).toBe(true);
  const { made } = await known();
  expect(await pulumi(['stack', 'output', '--json'])).toBe('{}\n');
  const file = join(repository.folder, '.home/exported.json');
  await pulumi(['stack', 'export', '--file', file]);
  await pulumi(['stack', 'import', '--file', file]);
  expect({ journal: hasJournal(), objects: objects() }).toEqual({ journal: false, objects: [] });
  expect((await known()).made).toEqual(made);
  await repair();
  expect(await known()).toEqual({ made: namesOf(2001), pending: [] });
  const history = JSON.parse(await pulumi(['stack', 'history', '--json'])) as { kind: string }[];
  expect(history.slice(0, 2).map(({ kind }) => kind)).toEqual(['update', 'refresh']);
});
