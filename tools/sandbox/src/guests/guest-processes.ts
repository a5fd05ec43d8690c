// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { readHostPids } from '../rack/host-pids.ts';

/** A process, with its ids as the machine sees them and as this process namespace does. */
interface Process {
  readonly hostPid: number;
  readonly parent: number;
  readonly pid: number;
}

/**
 * Stops all processes that a process has started, and those that they have started, wherever they
 * are. The process itself goes on.
 */
export function stopBelow(pid: number): void {
  const stopped = new Set<number>();
  for (;;) {
    // A process may start another one before it stops.
    const running = processesBelow(pid).filter((one) => !stopped.has(one));
    if (running.length === 0) return;
    for (const one of running) {
      send(one, 'SIGSTOP');
      stopped.add(one);
    }
  }
}

/** Lets the processes go on that `stopBelow` has stopped. */
export function continueBelow(pid: number): void {
  for (const one of processesBelow(pid)) send(one, 'SIGCONT');
}

function processesBelow(pid: number): number[] {
  const children = Map.groupBy(readProcesses(), ({ parent }) => parent);
  const below = (hostPid: number): number[] =>
    (children.get(hostPid) ?? []).flatMap((one) => [one.pid, ...below(one.hostPid)]);
  const root = readHostPids().get(pid);
  return root === undefined ? [] : below(root);
}

/**
 * Returns all processes that this namespace can see.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_status.5.html (NSpid)
 */
function readProcesses(): Process[] {
  const level = idsIn(readFileSync('/proc/self/status', 'utf8')).length - 1;
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const status = readFileSync(`/proc/${entry}/status`, 'utf8');
        const pid = idsIn(status)[level];
        if (pid === undefined) return [];
        const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
        return [{ hostPid: Number(entry), parent, pid }];
      } catch {
        // The process ended meanwhile.
        return [];
      }
    });
}

/** Returns the ids of a process in all namespaces that it is in, the outermost first. */
function idsIn(status: string): readonly number[] {
  const ids = /^NSpid:\s+(.+)$/m.exec(status)?.[1] ?? '';
  return ids.split(/\s+/).map(Number);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process ended meanwhile.
  }
}
