// SPDX-License-Identifier: Apache-2.0
import type { Captured, RackSession } from '@strata/sandbox';
import { randomNumbers } from '@strata/testing';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually, openSession, sharedInstance } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { killRun, runVariable } from './gitops/killed-run.ts';
import { liveObjects, nameOf, readRecord } from './gitops/recorded-objects.ts';
import type { RecordedObject } from './gitops/recorded-objects.ts';
import { TeamRepository } from './gitops/team-repository.ts';

// The command of the job that deploys is killed with all that it has started, as when its runner
// loses power, while it makes or deletes objects; then comes the documented command.

/** How often. */
const kills = Number(process.env.STRATA_E2E_KILLS ?? 4);
/** The same seed kills at the same parts of a deployment. */
const seed = Number(process.env.STRATA_E2E_SEED ?? randomInt(2 ** 31));

const folder = mkdtempSync(join(tmpdir(), 'strata-kills-'));
const id = 'addons/sandbox';
const file = 'stacks/addons/Pulumi.sandbox.yaml';
const repository = new TeamRepository(folder, [file, 'stacks/policies/sandbox.json']);
const original = repository.read(file);
const backend = sharedInstance().pulumiStateDir;
const stateFile = join(backend, '.pulumi/stacks/addons/sandbox.json');
const lockFolder = join(backend, '.pulumi/locks/organization/addons/sandbox');

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Operators that the stack's file asks for: `more` lists all of them, `less` the first one alone.
 * The deployments alternate between the two.
 */
const wanted = { more: ['descheduler', 'node-feature-discovery'], less: ['descheduler'] } as const;
type Wanted = keyof typeof wanted;

const checkout = join(folder, 'checkout');
/** Commits what is wanted, and has it checked out for a job. */
function want(which: Wanted): void {
  const [head = ''] = original.split('config:');
  const [, salt = ''] = /^(encryptionsalt: .*)$/m.exec(original) ?? [];
  const operators = `addons:operators: ${JSON.stringify(wanted[which])}`;
  repository.write(file, `${head}config:\n  ${operators}\n${salt}\n`);
  const commit = repository.commit(`We want ${which}`);
  repository.git('push', '--quiet', 'origin', 'main');
  repository.checkOut(commit, checkout);
}

/** A command of gitops as a job runs it. */
const gitops = (args: readonly string[]) => ['node', 'tools/gitops/src/main.ts', ...args];

let runs = 0;
/**
 * Deploys, and kills the run a moment after it has said so many lines.
 *
 * @returns the last line that it said.
 */
async function killedDeployment(lines: number, pause: number): Promise<string> {
  runs += 1;
  const run = `kills-${process.pid}-${runs}`;
  const [program = '', ...args] = session.commandLine(gitops(deploy), checkout);
  const env = { ...session.env, [runVariable]: run };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const closed = once(child, 'close');
  const said: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    said.push(line);
    if (said.length !== lines) continue;
    await sleep(pause);
    killRun(run);
  }
  await closed;
  // Otherwise nobody has killed it.
  expect(said.length).toBeGreaterThanOrEqual(lines);
  return said.at(-1) ?? '';
}

/** A command that must succeed. */
async function succeeding(...args: readonly string[]): Promise<Captured> {
  const result = await session.capture(gitops(args), { cwd: checkout });
  expectSuccess(result);
  return result;
}

const deploy = ['deploy', '--ring', 'first'] as const;
const names = (objects: readonly RecordedObject[]) => objects.map(nameOf).sort();
const objects: Record<Wanted, readonly RecordedObject[]> = { more: [], less: [] };
/** How many lines a deployment says that nobody kills: each step that it begins is one. */
const lines: Record<Wanted, number> = { more: 0, less: 0 };

/**
 * Expects the state and the cluster to hold exactly the wanted objects, each of them once, with no
 * unfinished operation and no lock.
 */
async function expectWhole(which: Wanted): Promise<void> {
  const { objects: recorded, unfinished } = readRecord(stateFile);
  expect(names(recorded)).toEqual(names(objects[which]));
  expect(unfinished).toBe(0);
  // Objects whose deletion began before the kill may still be terminating.
  const live = () => liveObjects(session, objects.more);
  const wantedNames = names(objects[which]);
  await eventually(
    'what is to go is gone',
    async () => (await live()).length <= wantedNames.length,
  );
  expect(await live()).toEqual(wantedNames);
  expect(existsSync(lockFolder) ? readdirSync(lockFolder) : []).toEqual([]);
}

test('deployments that nobody kills make several objects, and delete them', async () => {
  for (const which of ['more', 'less', 'more'] as const) {
    want(which);
    const { stderr } = await succeeding(...deploy);
    lines[which] = stderr.trim().split('\n').length;
    objects[which] = readRecord(stateFile).objects;
  }
  expect(objects.more.length - objects.less.length).toBeGreaterThan(10);
  await expectWhole('more');
});

const random = randomNumbers(seed);
const rounds = Array.from({ length: kills }, (_, index) => ({
  round: index + 1,
  part: Math.round(random() * 100) / 100,
  pause: Math.round(random() * 1_000),
  which: index % 2 === 0 ? ('less' as const) : ('more' as const),
}));

test.each(rounds)(
  `seed ${seed}, kill $round: a deployment of $which, killed $pause ms behind $part of its steps, is put right by recover`,
  async ({ part, pause, round, which }) => {
    want(which);
    // The last line says that it is done.
    const last = await killedDeployment(1 + Math.floor(part * (lines[which] - 1)), pause);
    const killed = Date.now();
    await succeeding('recover', '--stack', id);
    await expectWhole(which);
    // It is known what is deployed: nothing is left to do.
    const { stderr: said } = await succeeding(...deploy);
    expect(said).toContain('ring first: 0 of 1 stacks to bring up');
    console.log(`kill ${round}, at "${last}": whole after ${Date.now() - killed} ms`);
  },
);

/** The target of the stack's Nx project. */
const destroy = () =>
  session.capture(['npx', 'nx', 'destroy', id, '--outputStyle=static'], {
    cwd: checkout,
    env: { NX_DAEMON: 'false' },
  });

test('a stack that is to go is destroyed once its limits allow it, and nothing is left', async () => {
  const limits = 'stacks/blast-radius/sandbox.yaml';
  repository.write(limits, 'deletedData: 0\n');
  want('less');
  const refused = await destroy();
  expect(refused.code).toBe(1);
  expect(refused.stdout + refused.stderr).toContain('addons/sandbox: destroy: REFUSED');
  expect(await liveObjects(session, objects.more)).not.toEqual([]);
  repository.write(limits, 'deletedData: 10\n');
  want('less');
  expectSuccess(await destroy());
  expect(readRecord(stateFile)).toEqual({ objects: [], unfinished: 0 });
  expect(await liveObjects(session, objects.more)).toEqual([]);
});
