// SPDX-License-Identifier: Apache-2.0
import type { ChildProcess } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { UserError } from '../user-error.ts';

/**
 * Milliseconds between two looks at the supervisor, and milliseconds that a command may take to
 * end.
 */
const pause = 1_000;
const grace = 5_000;

/** Returns the ids of a process and of all its descendants. */
function family(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
    return [pid, ...children.filter(Boolean).map(Number).flatMap(family)];
  } catch {
    // The process has ended by itself.
    return [];
  }
}

/**
 * Returns whether a rack can still be entered. A supervisor that was killed loses its namespaces at
 * once, but stays in the process table until the last process of its rack has ended (Linux: do_exit
 * calls exit_task_namespaces before zap_pid_ns_processes waits).
 */
function rackStands(supervisorPid: number): boolean {
  try {
    readlinkSync(`/proc/${supervisorPid}/ns/net`);
    return true;
  } catch {
    return false;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended by itself.
  }
}

/** A watch that ends a command together with its rack. */
export interface RackWatch {
  /** Must be called once the command has ended. @throws UserError when the rack was gone. */
  readonly check: () => void;
  /** Stops watching. Until then the watching process stays alive. */
  readonly stop: () => void;
}

/**
 * Ends a command when the rack that it runs in ends: first by an interrupt, and 5 seconds later by
 * force, with everything that it has started. Without this, Pulumi would keep asking an API server
 * that no longer exists, for minutes.
 */
export function endWithRack(supervisorPid: number, child: ChildProcess): RackWatch {
  const { pid } = child;
  let kill: NodeJS.Timeout | undefined;
  const watch = setInterval(() => {
    if (pid === undefined || rackStands(supervisorPid)) return;
    clearInterval(watch);
    signal(pid, 'SIGINT');
    kill = setTimeout(() => {
      for (const one of family(pid).reverse()) signal(one, 'SIGKILL');
    }, grace);
  }, pause);
  return {
    check: () => {
      if (rackStands(supervisorPid)) return;
      throw new UserError(
        `The sandbox ended while a command ran in it: its supervisor, process ${supervisorPid}, is gone. Run the same command again: "npm start" goes on where it was.`,
      );
    },
    stop: () => {
      clearInterval(watch);
      clearTimeout(kill);
    },
  };
}
