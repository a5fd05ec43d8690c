// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { statOf } from './process-stat.ts';

/**
 * Identity of one process that is never reused: pids are reused, but a pid with its start time is
 * not. `world` identifies the boot and the pid namespace, because a pid of another boot or pid
 * namespace says nothing here.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks between boot and the start of the process. */
  readonly started: string;
  readonly world: string;
}

/**
 * Returns the start time from /proc, or undefined when there is no such process or it is a zombie.
 */
function startTime(pid: number): string | undefined {
  const stat = statOf(pid);
  return stat === undefined || stat.state === 'Z' ? undefined : String(stat.startedAt);
}

function world(): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
  const namespace = readlinkSync('/proc/self/ns/pid');
  return createHash('sha256').update(`${boot}${namespace}`).digest('hex').slice(0, 8);
}

/** Returns the identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: startTime(process.pid) ?? '0', world: world() };
}

/** Returns whether a process still runs; `unknown` when it belongs to another boot or container. */
export function stateOf(other: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  if (other.world !== world()) return 'unknown';
  return startTime(other.pid) === other.started ? 'alive' : 'dead';
}

/** Formats an identity as `<pid>-<started>-<world>`, for file names. */
export function formatIdentity({ pid, started, world: where }: ProcessIdentity): string {
  return `${pid}-${started}-${where}`;
}

/** Parses the output of {@link formatIdentity}; undefined for any other text. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  const match = /^(\d+)-(\d+)-([0-9a-f]{8})$/.exec(text);
  if (!match?.[1] || !match[2] || !match[3]) return undefined;
  return { pid: Number(match[1]), started: match[2], world: match[3] };
}
