// SPDX-License-Identifier: Apache-2.0
import type { Fleet } from '@strata/fleet';
import type { Answer } from '../command.ts';
import { root } from '../root.ts';

/** Returns the facts about an environment that its files contain. */
export async function environmentFacts(
  environment: string,
): Promise<Fleet['environments'][number]> {
  // Only here: the models take two seconds to load.
  const { collectFleet } = await import('@strata/fleet');
  const [found] = collectFleet(root, [environment]).environments;
  if (found === undefined) throw new Error(`${environment} is not among its own environments`);
  return found;
}

/** Returns an answer about an environment that fails and says why, where some of its files could not be read. */
export function withUnread(
  answer: Answer,
  { unread = [] }: Pick<Fleet['environments'][number], 'unread'>,
): Answer {
  if (unread.length === 0) return answer;
  const notes = unread.map((problem) => `not in this answer: ${problem}`);
  return { ...answer, notes: [...(answer.notes ?? []), ...notes], failed: true };
}
