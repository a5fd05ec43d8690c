// SPDX-License-Identifier: Apache-2.0
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readReports } from '../report/report-files.ts';
import { canaryPassphrase, canarySecret, NoteRepository } from '../testing/note-stacks.ts';
import type { CommandResult } from '../testing/note-stacks.ts';

// Runs the real engine and CLI, with a file backend and a provider whose cloud is a folder of
// files.
jest.setTimeout(1_800_000);

const repository = new NoteRepository();
const id = 'user-cluster/prod.shop';
const said: string[] = [];

/** Runs one operation and keeps all of its output for the last test. */
async function run(operation: string, ...more: readonly string[]) {
  const { code, reports, stderr, stdout } = await repository.run(operation, [id], ...more);
  said.push(stdout, stderr, JSON.stringify(reports));
  const [report] = reports;
  if (report === undefined) throw new Error(stderr);
  return { code, report };
}

const stateFile = join(repository.state, '.pulumi/stacks/user-cluster/prod.shop.json');
const locks = () => {
  const folder = join(repository.state, '.pulumi/locks/organization/user-cluster/prod.shop');
  return existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
};

/**
 * Drift check of a note that does not answer. It takes time, so it runs during other tests, none of
 * which read that note.
 */
let silent: Promise<CommandResult> | undefined;
const silentReports = join(repository.folder, '.reports-silent');
const dead = `${repository.note('prod.shop', 'a')}.dead`;

beforeAll(() => {
  repository.addProgram('user-cluster');
  repository.configure(id, { a: { text: 'one' }, b: { text: 'two', protect: true } });
  repository.commit();
});
afterAll(() => repository.remove());

test('a preview of a new stack leaves nothing behind', async () => {
  const file = join(repository.folder, 'stacks/user-cluster/Pulumi.prod.shop.yaml');
  const before = readFileSync(file, 'utf8');
  const { code, report } = await run('preview');
  expect(code).toBe(0);
  expect(report).toMatchObject({
    version: 1,
    operation: 'preview',
    program: 'user-cluster',
    stack: 'prod.shop',
    environment: 'prod',
    cluster: 'shop',
    commit: repository.git('rev-parse', 'HEAD'),
    outcome: 'changed',
    counts: { create: 3, update: 0, replace: 0, delete: 0, same: 0 },
  });
  expect(existsSync(stateFile)).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('an update does what its preview says; a second one finds nothing to do', async () => {
  const first = await run('up');
  expect(first.code).toBe(0);
  expect(first.report.outcome).toBe('changed');
  expect(
    first.report.changes.map(({ name, operation, protected: kept }) => [name, operation, kept]),
  ).toEqual(
    expect.arrayContaining([
      ['a', 'create', false],
      ['b', 'create', true],
      ['hidden', 'create', false],
    ]),
  );
  expect(readFileSync(repository.note('prod.shop', 'a'), 'utf8')).toBe('one');
  const second = await run('up');
  expect([second.report.outcome, second.report.counts.same]).toEqual(['unchanged', 3]);
});

test('reports drift by field with both values, hides secrets, and writes nothing', async () => {
  writeFileSync(repository.note('prod.shop', 'a'), 'edited');
  writeFileSync(repository.note('prod.shop', 'hidden'), 'canary-live-secret');
  rmSync(repository.note('prod.shop', 'b'));
  const before = readFileSync(stateFile, 'utf8');
  const { code, report } = await run('drift');
  expect([code, report.outcome]).toEqual([1, 'drifted']);
  const found = report.drift.map(({ field, live, resource, wanted }) => [
    resource.split('::').at(-1),
    field,
    wanted,
    live,
  ]);
  expect(found.sort()).toEqual([
    ['a', 'text', 'one', 'edited'],
    ['b', '(the whole object)', 'is there', 'is gone'],
    ['hidden', 'text', '[secret]', '[secret]'],
  ]);
  expect(readFileSync(stateFile, 'utf8')).toBe(before);
  writeFileSync(repository.note('prod.shop', 'a'), 'one');
  writeFileSync(repository.note('prod.shop', 'b'), 'two');
  writeFileSync(repository.note('prod.shop', 'hidden'), canarySecret);

  writeFileSync(dead, '');
  silent = repository.gitops('run', 'drift', '--stack', id, '--reports', silentReports);
});

test('an update does nothing beyond what was approved', async () => {
  repository.configure(id, { a: { text: 'more' }, b: { text: 'two', protect: true } });
  await run('preview');
  const approved = join(repository.folder, '.reports-approved');
  rmSync(approved, { recursive: true, force: true });
  cpSync(repository.reports, approved, { recursive: true });
  repository.configure(id, {
    a: { text: 'more', file: 'elsewhere' },
    b: { text: 'two', protect: true },
  });
  const { report } = await run('up', '--approved', approved);
  expect([report.outcome, report.reason]).toEqual([
    'refused',
    'It is not what was approved:\nwould replace Note a, which the preview said it would update\nLook at a new preview, and approve that.',
  ]);
  expect(readFileSync(repository.note('prod.shop', 'a'), 'utf8')).toBe('one');
});

test.each(['SIGTERM', 'SIGHUP'] as const)(
  'an update that is asked to stop by %s leaves no lock and records what it did',
  async (signal) => {
    const slow = `slow-${signal}`;
    repository.configure(id, {
      a: { text: 'one' },
      b: { text: 'two', protect: true },
      [slow]: { text: 'x' },
    });
    const wait = `${repository.note('prod.shop', slow)}.wait`;
    writeFileSync(wait, '');
    const { child, result } = await repository.startUp(id, slow);
    expect(locks()).toHaveLength(1);
    child.kill(signal);
    // The update waits for its present step.
    await sleep(2_000);
    expect(locks()).toHaveLength(1);
    rmSync(wait);
    const { code } = await result;
    expect(readFileSync(repository.note('prod.shop', slow), 'utf8')).toBe('x');
    const [report] = readReports(repository.reports);
    expect([code, report?.outcome]).toEqual([1, 'cancelled']);
    expect(locks()).toEqual([]);
    repository.configure(id, { a: { text: 'one' }, b: { text: 'two', protect: true } });
  },
);

test('a mandatory policy refuses the update, an advisory one is shown', async () => {
  repository.addPolicies();
  repository.configure(id, { a: { text: 'LOUD' }, b: { text: 'hm', protect: true } });
  const { report } = await run('up');
  expect([report.outcome, report.reason]).toEqual([
    'refused',
    'Not allowed as it is:\npolicy no-shouting: Notes are quiet. it shouts',
  ]);
  expect(report.policyViolations.map(({ level, policy }) => [policy, level]).sort()).toEqual([
    ['no-mumbling', 'advisory'],
    ['no-shouting', 'mandatory'],
  ]);
  expect(readFileSync(repository.note('prod.shop', 'a'), 'utf8')).toBe('one');
  rmSync(join(repository.folder, 'packages/policies'), { recursive: true });
});

test('reports the reason of a failure without secrets', async () => {
  repository.configure(id, { a: { text: 'refused' }, b: { text: 'two', protect: true } });
  const { report } = await run('up');
  expect(report.outcome).toBe('failed');
  expect(report.reason).toContain('is refused: Bearer [secret]');
});

test('the check of a stack that does not answer fails in time', async () => {
  const result = await silent;
  rmSync(dead);
  const [report] = readReports(silentReports);
  said.push(result?.stdout ?? '', result?.stderr ?? '', JSON.stringify(report));
  expect([result?.code, report?.outcome, report?.reason]).toEqual([
    1,
    'failed',
    'Nothing has answered for 20 s, so the check was ended: look whether the cluster of user-cluster/prod.shop is there.',
  ]);
  expect(report?.durationMs).toBeLessThan(60_000);
});

test('no report and no line contains a secret', () => {
  const all = said.join('\n');
  expect(all).toContain('[secret]');
  for (const canary of [
    canaryPassphrase,
    canarySecret,
    'canary-live-secret',
    'canary-in-message',
  ]) {
    expect(all).not.toContain(canary);
  }
});
