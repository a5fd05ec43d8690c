// SPDX-License-Identifier: Apache-2.0
import { hostname } from 'node:os';
import { journalFeature, lastResult, readLocks, readState } from './file-backend.ts';
import type { StackLock, StateName } from './file-backend.ts';
import { isAlive } from './is-alive.ts';
import { processStart } from './process-start.ts';

/**
 * End of the last update of a stack.
 *
 * - `whole`: it ended by itself, or there was none.
 * - `failed`: it ended by itself with an error. When a provider died, Pulumi records nothing of what that one was
 *   making, though it may have been made.
 * - `interrupted`: it was killed, or cancelled while it waited for a resource that it had made.
 * - `running`: it has not ended.
 * - `elsewhere`: another machine has locked the stack; only a person knows whether it still works.
 */
export type UpdateEnd =
  | { readonly end: 'whole' | 'failed' | 'interrupted' }
  | { readonly end: 'running'; readonly pid: number }
  | { readonly end: 'elsewhere'; readonly lock: StackLock };

const ownLock = (lock: StackLock) => (lock.hostname ?? hostname()) === hostname();

/** Milliseconds by which the clock may have been set forward while an update runs. */
const clockTolerance = 2_000;

/**
 * Returns whether the process that made a lock of this machine still runs. After a reboot, another process may have
 * its id: that one has started after the lock was made.
 */
function isHeld({ pid, timestamp = '' }: StackLock): boolean {
  if (pid === undefined || !isAlive(pid)) return false;
  const started = processStart(pid);
  const made = Date.parse(timestamp);
  return started === undefined || Number.isNaN(made) || started <= made + clockTolerance;
}

/**
 * Returns how the last update of a stack in a file backend ended, from its locks and its state.
 *
 * @param isLocal - returns whether a lock is of this machine. Default: compares host names.
 */
export function updateEnd(
  backend: string,
  name: StateName,
  isLocal: (lock: StackLock) => boolean = ownLock,
): UpdateEnd {
  const locks = readLocks(backend, name);
  const lockedHere = locks.filter(isLocal);
  const owner = lockedHere.find(isHeld)?.pid;
  if (owner !== undefined) return { end: 'running', pid: owner };
  const elsewhere = locks.find((lock) => !lockedHere.includes(lock));
  if (elsewhere !== undefined) return { end: 'elsewhere', lock: elsewhere };
  const state = readState(backend, name);
  const pending = state?.checkpoint?.latest?.pending_operations ?? [];
  const isContinued = state?.features?.includes(journalFeature) === true;
  if (locks.length > 0 || pending.length > 0 || isContinued) return { end: 'interrupted' };
  return { end: lastResult(backend, name) === 'failed' ? 'failed' : 'whole' };
}

/** Command of Pulumi. */
export interface RecoveryStep {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether the following steps also work if it fails. */
  readonly mayFail: boolean;
}

/**
 * Steps before an interrupted update or destroy continues; a destroy makes nothing, so nothing is adopted
 * after them. They remove the lock and refresh, to find what was about to be made. Both may fail: after a
 * cancelled update there is no lock, and a user cluster whose control plane was just being replaced
 * does not answer, so Pulumi cannot read what is inside it until the update has brought its API
 * back. Nothing that matters is lost: a refresh that fails keeps the record of what it could not
 * read, and drops operations with an unknown end before it reads anything.
 *
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/provider/provider.go (Read:
 *   "configured Kubernetes cluster is unreachable")
 */
export const firstSteps: readonly RecoveryStep[] = [
  { args: ['cancel', '--yes'], env: {}, mayFail: true },
  {
    args: ['refresh', '--yes', '--skip-preview', '--clear-pending-creates'],
    env: {},
    mayFail: true,
  },
];

/**
 * Update that adopts what was made instead of refusing it. The setting becomes part of the provider's
 * state; the update that follows removes it again.
 */
export const adoption: RecoveryStep = {
  args: ['up', '--yes', '--skip-preview'],
  env: { PULUMI_K8S_UPSERT_EXISTING_OBJECTS: 'true' },
  mayFail: false,
};

/**
 * Steps that repair an interrupted update, in order: remove its lock, look for what it was about to
 * make, and adopt what it did make instead of refusing it.
 *
 * @see docs/decisions/0005-recovery-adopts.md
 */
export const recoverySteps: readonly RecoveryStep[] = [...firstSteps, adoption];
