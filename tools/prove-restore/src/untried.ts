// SPDX-License-Identifier: Apache-2.0
import { ProveError } from './prove-error.ts';

/**
 * Returns the error of a trial that this machine, the network or a server has ended: it says nothing of the backup.
 *
 * @param why - last words of the program that failed.
 */
export function untried(program: string, why: string): ProveError {
  const words = why.trim() === '' ? 'it was ended' : why.trim();
  return new ProveError(
    `The backup could not be tried, which says nothing of it: ${program}: ${words}. Mend that, and run it again.`,
  );
}
