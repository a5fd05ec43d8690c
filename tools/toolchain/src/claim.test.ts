// SPDX-License-Identifier: Apache-2.0
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claim, clearDeadClaims } from './claim.ts';
import { ownIdentity } from './process-identity.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'strata-claim-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const never = () => Promise.resolve(false);

test('gives a folder to work in and removes it on release', async () => {
  const held = await claim(join(folder, 'a'), { isDone: never });
  expect(await readdir(folder)).toEqual([held?.folder.slice(folder.length + 1)]);
  await held?.release();
  expect(await readdir(folder)).toEqual([]);
});

test('gives no claim when the work is already done', async () => {
  expect(await claim(join(folder, 'a'), { isDone: () => Promise.resolve(true) })).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('never lets two owners work on the same folder at once', async () => {
  let working = 0;
  let most = 0;
  const work = async () => {
    const held = await claim(join(folder, 'a'), { isDone: never });
    working += 1;
    most = Math.max(most, working);
    await sleep(20);
    working -= 1;
    await held?.release();
  };
  await Promise.all([work(), work(), work()]);
  expect(most).toBe(1);
});

test('gives the claim to one of three that ask for it at the same moment, without a wait', async () => {
  const ask = () =>
    claim(join(folder, 'a'), {
      isDone: never,
      onWait: () => {
        throw new Error('another one has it');
      },
    });
  const results = await Promise.allSettled([ask(), ask(), ask()]);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => (reason as Error).message)).toEqual([
    'another one has it',
    'another one has it',
  ]);
  for (const result of results) {
    if (result.status === 'fulfilled') await result.value?.release();
  }
  expect(await readdir(folder)).toEqual([]);
});

test('leaves no claim behind when the work cannot be asked for', async () => {
  let asked = 0;
  const isDone = () => {
    asked += 1;
    return asked === 1 ? Promise.resolve(false) : Promise.reject(new Error('cannot be read'));
  };
  await expect(claim(join(folder, 'a'), { isDone })).rejects.toThrow('cannot be read');
  expect(await readdir(folder)).toEqual([]);
});

test('does not wait for work on another folder', async () => {
  const first = await claim(join(folder, 'a'), { isDone: never });
  const waits: number[] = [];
  const second = await claim(join(folder, 'b'), {
    isDone: never,
    onWait: (pid) => waits.push(pid),
  });
  expect(waits).toEqual([]);
  await first?.release();
  await second?.release();
});

test('takes over the claim of a process that has ended', async () => {
  const { world } = ownIdentity();
  const dead = join(folder, `a.building-1-1-${world}.1`);
  await mkdir(dead);
  const waits: number[] = [];
  const held = await claim(join(folder, 'a'), { isDone: never, onWait: (pid) => waits.push(pid) });
  expect(waits).toEqual([]);
  await held?.release();
  await clearDeadClaims(folder);
  expect(await readdir(folder)).toEqual([]);
});

test('respects a claim from another container until its owner stops touching it', async () => {
  const foreign = join(folder, 'a.building-7-1-00000000.1');
  await mkdir(foreign);
  await clearDeadClaims(folder);
  const waiting = claim(join(folder, 'a'), { isDone: never, timeoutSeconds: 0 });
  await expect(waiting).rejects.toThrow(
    new Error(
      `Process 7 has been making a for too long (${foreign}); stop that process and run again.`,
    ),
  );
  const old = new Date(Date.now() - 61_000);
  await utimes(foreign, old, old);
  await clearDeadClaims(folder);
  expect(await readdir(folder)).toEqual([]);
});

test('stops waiting when it is aborted', async () => {
  const held = await claim(join(folder, 'a'), { isDone: never });
  const stop = new AbortController();
  const waiting = claim(join(folder, 'a'), { isDone: never, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await expect(waiting).rejects.toThrow('aborted');
  await held?.release();
  expect(await readdir(folder)).toEqual([]);
});
