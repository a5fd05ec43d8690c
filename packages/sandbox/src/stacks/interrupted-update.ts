// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../is-alive.ts';
import { readJsonFile, type Instance } from '../instance.ts';
import { UserError } from '../user-error.ts';

/** One instance of a program: what `pulumi up` is run for. */
export interface StackName {
  readonly program: string;
  readonly stack: string;
}

/** What Pulumi's file backend writes into a lock. */
interface StackLock {
  readonly pid?: number;
}

/** The part of a stack's state that tells of operations whose end was not recorded. */
interface StackState {
  readonly checkpoint?: { readonly latest?: { readonly pending_operations?: readonly unknown[] } };
}

function hasPendingOperations(instance: Instance, { program, stack }: StackName): boolean {
  const file = join(instance.pulumiStateDir, '.pulumi/stacks', program, `${stack}.json`);
  const state = readJsonFile(file) as StackState | undefined;
  return (state?.checkpoint?.latest?.pending_operations ?? []).length > 0;
}

/**
 * Whether an earlier update of the stack did not come to its end: it was killed (its lock is there,
 * but not its process) or cancelled while it waited for something that it had made.
 *
 * @throws UserError when another update of the stack is running.
 */
export function wasInterrupted(instance: Instance, { program, stack }: StackName): boolean {
  const dir = join(instance.pulumiStateDir, '.pulumi/locks/organization', program, stack);
  const pending = () => hasPendingOperations(instance, { program, stack });
  if (!existsSync(dir)) return pending();
  const locks = readdirSync(dir).map((file) => readJsonFile(join(dir, file)) as StackLock);
  const [owner] = locks.flatMap(({ pid }) => (pid !== undefined && isAlive(pid) ? [pid] : []));
  if (owner !== undefined) {
    throw new UserError(
      `Another update of ${program}/${stack} is running (process ${owner}): wait until it is done.`,
    );
  }
  return locks.length > 0 || pending();
}
