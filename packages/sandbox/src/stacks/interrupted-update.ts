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

/**
 * Whether an earlier update of the stack was killed: its lock is there, but not its process.
 *
 * @throws UserError when another update of the stack is running.
 */
export function wasInterrupted(instance: Instance, { program, stack }: StackName): boolean {
  const dir = join(instance.pulumiStateDir, '.pulumi/locks/organization', program, stack);
  if (!existsSync(dir)) return false;
  const locks = readdirSync(dir).map((file) => readJsonFile(join(dir, file)) as StackLock);
  const [owner] = locks.flatMap(({ pid }) => (pid !== undefined && isAlive(pid) ? [pid] : []));
  if (owner !== undefined) {
    throw new UserError(
      `Another update of ${program}/${stack} is running (process ${owner}): wait until it is done.`,
    );
  }
  return locks.length > 0;
}
