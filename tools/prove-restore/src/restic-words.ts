// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { lastLine } from './run-program.ts';
import type { Ended } from './run-program.ts';

/** Last message that a failing restic prints with `--json`. */
const exitError = z.object({ message_type: z.literal('exit_error'), message: z.string() });

/** Message that restic prints when it retries. */
const retry = /^\S+ returned error, retrying after [^:]+: (.+)$/;

/** Message that restic prints for each file that it cannot restore, before it says how many there were. */
const unrestored = /^ignoring error for \S+: (.+)$/;

function messageOf(line: string): string | undefined {
  try {
    return exitError.parse(JSON.parse(line)).message.split('\n')[0];
  } catch {
    return (retry.exec(line) ?? unrestored.exec(line))?.[1];
  }
}

/** Returns why restic has failed, in one line. */
export function resticWords({ stderr }: Pick<Ended, 'stderr'>): string {
  const reasons = stderr.split('\n').flatMap((line) => messageOf(line) ?? []);
  return lastLine(reasons.at(-1) ?? stderr).replace(/^Fatal: /, '');
}
