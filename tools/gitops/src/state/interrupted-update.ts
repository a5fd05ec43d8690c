// SPDX-License-Identifier: Apache-2.0
import { hostname } from 'node:os';
import { readLocks, readState } from './file-backend.ts';
import type { StackLock, StateName } from './file-backend.ts';
import { isAlive } from './is-alive.ts';

/**
 * How the last update of a stack ended.
 *
 * - `whole`: by itself, or there was none.
 * - `interrupted`: it was killed, or cancelled while it waited for something that it had made.
 * - `running`: it has not ended.
 * - `elsewhere`: another machine has locked the stack; only a person knows whether it still works.
 */
export type UpdateEnd =
  | { readonly end: 'whole' | 'interrupted' }
  | { readonly end: 'running'; readonly pid: number }
  | { readonly end: 'elsewhere'; readonly lock: StackLock };

const ownLock = (lock: StackLock) => (lock.hostname ?? hostname()) === hostname();

/**
 * Says how the last update of a stack in a file backend ended, by its locks and its state.
 *
 * @param isLocal - whether a lock is of this machine. Default: by the name of its host.
 */
export function updateEnd(
  backend: string,
  name: StateName,
  isLocal: (lock: StackLock) => boolean = ownLock,
): UpdateEnd {
  const locks = readLocks(backend, name);
  const lockedHere = locks.filter(isLocal);
  const [owner] = lockedHere.flatMap(({ pid }) => (pid !== undefined && isAlive(pid) ? [pid] : []));
  if (owner !== undefined) return { end: 'running', pid: owner };
  const elsewhere = locks.find((lock) => !lockedHere.includes(lock));
  if (elsewhere !== undefined) return { end: 'elsewhere', lock: elsewhere };
  const pending = readState(backend, name)?.checkpoint?.latest?.pending_operations ?? [];
  return { end: locks.length > 0 || pending.length > 0 ? 'interrupted' : 'whole' };
}

/** One command of Pulumi. */
export interface RecoveryStep {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Whether the steps behind it can do without it. */
  readonly mayFail: boolean;
}

/**
 * Drops the lock, and looks for what was about to be made. Both may fail: after a cancelled update
 * there is no lock, and a user cluster whose control plane was just being replaced does not answer,
 * so Pulumi cannot look at what is inside it until the update has brought its API back. What must not
 * be forgotten is not: a refresh that fails leaves what it could not look at as it was recorded, and
 * operations whose end nobody knows are dropped before it looks.
 *
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/provider/provider.go (Read:
 *   "configured Kubernetes cluster is unreachable")
 */
const look: readonly RecoveryStep[] = [
  { args: ['cancel', '--yes'], env: {}, mayFail: true },
  {
    args: ['refresh', '--yes', '--skip-preview', '--clear-pending-creates'],
    env: {},
    mayFail: true,
  },
];

/**
 * What puts an interrupted update right, one after the other: its lock goes, what it was about to
 * make is looked for, and what it did make is taken over instead of refused.
 *
 * @see docs/decisions/0005-recovery-adopts.md
 */
export const recoverySteps: readonly RecoveryStep[] = [
  ...look,
  // The setting becomes a part of the provider's state; the update that follows takes it out again.
  {
    args: ['up', '--yes', '--skip-preview'],
    env: { PULUMI_K8S_UPSERT_EXISTING_OBJECTS: 'true' },
    mayFail: false,
  },
];

/** What comes before an interrupted destroy goes on: nothing is made, so nothing is taken over. */
export const destroyRecoverySteps: readonly RecoveryStep[] = look;
