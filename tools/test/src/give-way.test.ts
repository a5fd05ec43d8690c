// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { giveWay, niceness } from './give-way.ts';

/** Returns the autogroup of a session; undefined where the kernel has none that may be changed. */
function groupOf(pid: number): string | undefined {
  try {
    accessSync(`/proc/${pid}/autogroup`, constants.W_OK);
    return readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();
  } catch {
    return undefined;
  }
}

test("giveWay sets the niceness of a process and of its session's autogroup", async () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  const ended = new Promise((done) => child.once('exit', done));
  const { pid = 0 } = child;
  try {
    const before = groupOf(pid);
    giveWay(pid);
    expect(getPriority(pid)).toBe(niceness);
    const after = before && readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();
    expect(after).toBe(before?.replace('nice 0', `nice ${niceness}`));
  } finally {
    process.kill(pid, 'SIGKILL');
    await ended;
  }
});
