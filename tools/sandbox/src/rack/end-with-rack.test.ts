// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { isAlive } from '@strata/gitops/state';
import { setTimeout } from 'node:timers/promises';
import { endWithRack, type RackWatch } from './end-with-rack.ts';
import { canHoldRack } from './requirements.ts';
import { UserError } from '../user-error.ts';

const helpers: ChildProcess[] = [];
const watches: RackWatch[] = [];
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop();
  for (const helper of helpers.splice(0)) helper.kill('SIGKILL');
});

/** Returns the process, which is ended with the test at the latest. */
function helper<Child extends ChildProcess>(child: Child): Child {
  helpers.push(child);
  return child;
}

/** Watches a command; returns the check to call once the command has ended. */
function watch(supervisorPid: number, command: ChildProcess): () => void {
  const found = endWithRack(supervisorPid, command);
  watches.push(found);
  return found.check;
}

/** Starts a process that stands for the supervisor of a rack. */
function supervisor() {
  const child = helper(spawn('sleep', ['60'], { stdio: 'ignore' }));
  if (child.pid === undefined) throw new Error('sleep did not start');
  return { child, pid: child.pid };
}

function hasNamespaces(pid: number): boolean {
  try {
    readlinkSync(`/proc/${pid}/ns/net`);
    return true;
  } catch {
    return false;
  }
}

test('ends a command that ignores interrupts, with what it has started, within 15 s, and says so', async () => {
  const { child: rack, pid } = supervisor();
  const command = helper(
    spawn('sh', ['-c', 'trap "" INT; sleep 60 & echo $!; wait'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const ended = once(command, 'exit');
  const [line] = (await once(command.stdout, 'data')) as [Buffer];
  const grandchild = Number(line.toString());
  const check = watch(pid, command);
  const begin = Date.now();
  rack.kill('SIGKILL');
  await ended;
  expect(Date.now() - begin).toBeLessThan(15_000);
  while (isAlive(grandchild)) await setTimeout(10);
  expect(check).toThrow(
    new UserError(
      `The sandbox ended while a command ran in it: its supervisor, process ${pid}, is gone. Run the same command again: "npm start" goes on where it was.`,
    ),
  );
});

test('a command in a running rack ends by itself', async () => {
  const { pid } = supervisor();
  const command = helper(spawn('true', { stdio: 'ignore' }));
  const check = watch(pid, command);
  await once(command, 'exit');
  expect(check).not.toThrow();
});

test('ends a command in a rack that has ended already', async () => {
  const { child: rack, pid } = supervisor();
  rack.kill('SIGKILL');
  await once(rack, 'exit');
  const command = helper(spawn('sleep', ['60'], { stdio: 'ignore' }));
  const check = watch(pid, command);
  await once(command, 'exit');
  expect(check).toThrow('The sandbox ended while a command ran in it');
});

(canHoldRack() ? test : test.skip)(
  'a supervisor that was killed and waits for the last process of its rack counts as ended',
  async () => {
    const namespaces = ['--user', '--map-root-user', '--pid', '--fork'];
    const rack = helper(spawn('unshare', [...namespaces, 'sleep', '60']));
    const children = `/proc/${rack.pid ?? 0}/task/${rack.pid ?? 0}/children`;
    const firstChild = () => Number(readFileSync(children, 'utf8'));
    while (firstChild() === 0) await setTimeout(10);
    const pid = firstChild();
    // A process inside the rack whose parent outside never reads its exit status keeps the
    // supervisor.
    const enter = ['--target', String(pid), '--user', '--preserve-credentials', '--pid'];
    const inside = ['--no-fork', 'sh', '-c', 'sleep 60 & echo $!; exec sleep 60'];
    const parent = helper(spawn('nsenter', [...enter, ...inside]));
    await once(parent.stdout, 'data');
    while (readFileSync(`/proc/${parent.pid ?? 0}/comm`, 'utf8') !== 'sleep\n')
      await setTimeout(10);
    process.kill(pid, 'SIGKILL');
    while (hasNamespaces(pid)) await setTimeout(10);
    const command = helper(spawn('nsenter', ['--target', String(pid), '--user', 'true']));
    const check = watch(pid, command);
    await once(command, 'exit');
    expect(existsSync(`/proc/${pid}/stat`)).toBe(true);
    expect(check).toThrow(`its supervisor, process ${pid}, is gone`);
  },
);
