// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import type { RunContext } from '../run/stack-run.ts';
import { lastUpdate } from './last-update.ts';
import type { RecordedCommit } from './last-update.ts';
import { Repository } from './repository.ts';
import type { CheckoutAge } from './repository.ts';

const allTheSame = '--older brings it up with this checkout all the same.';
const nobodyKnows = 'so nobody can say whether the checkout is older.';

/** Reasons for refusing a checkout, after the commit that is deployed. */
const refusals: Readonly<Partial<Record<CheckoutAge, string>>> = {
  older: `and the checkout is older: this would take back what was deployed since. Deploy the newest commit; to take a change back, revert it in Git. ${allTheSame}`,
  shallow: `and this clone has not enough history, ${nobodyKnows} Fetch all of it: git fetch --unshallow, in a job fetch-depth: 0 (GitHub) or GIT_DEPTH: '0' (GitLab). ${allTheSame}`,
  'not fetched': `which is not in this clone, and nothing was fetched since, ${nobodyKnows} Run git fetch. ${allTheSame}`,
  'no answer': `and Git does not say which commit this is, ${nobodyKnows} ${allTheSame}`,
};

/**
 * Returns why a stack must not be brought up with the commit that is checked out: it is older than the
 * one that is deployed, or nobody can tell. Undefined when it may be.
 *
 * @see docs/decisions/0014-deployed-commit-is-in-the-history.md
 */
export function refuseOlder(
  repository: Repository,
  { recorded }: { readonly recorded?: RecordedCommit | undefined },
): string | undefined {
  if (recorded === undefined) return undefined;
  const why = refusals[repository.ageOfCheckout(recorded)];
  const short = recorded.commit.slice(0, 10);
  return why === undefined ? undefined : `It was last brought up with ${short}, ${why}`;
}

/** {@link refuseOlder} for one stack, whose history is read. */
export async function refuseOlderCheckout(
  context: RunContext,
  stack: Stack,
): Promise<string | undefined> {
  if (context.mayBeOlder === true) return undefined;
  const last = await lastUpdate(context, stack, new Map());
  return refuseOlder(new Repository(context.workspace.root), last);
}
