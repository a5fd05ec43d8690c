// SPDX-License-Identifier: Apache-2.0

/**
 * State of a pull request, as far as its cluster depends on it. Titles, branches and texts are never
 * read: whoever opens a pull request writes them.
 */
export interface PullRequestState {
  readonly isOpen: boolean;
  readonly hasLabel: boolean;
  /**
   * Last time, in milliseconds since 1970, at which somebody who may write to the repository set the
   * label, or opened the pull request again with it. Undefined: nobody who may has set it.
   */
  readonly grantedAt?: number;
  /**
   * Time, in milliseconds since 1970, at which the label was taken off an open one. Undefined for one
   * that has lost its label otherwise: somebody has renamed or deleted the label in the repository, or
   * has named another one in the settings.
   */
  readonly labelTakenAt?: number;
}

/** Reader of the pull requests of one repository (GitLab: merge requests of a project). */
export interface PullRequestReader {
  /** Returns the numbers of the open ones with a label, the oldest first. */
  readonly labelled: (label: string) => Promise<number[]>;
  /**
   * Returns the state of one.
   *
   * @throws ForgeError when the forge does not say it. That one cannot be seen does not mean that it is
   * closed.
   */
  readonly stateOf: (number: number, label: string) => Promise<PullRequestState>;
}

/** Whether two names mean the same label: forges do not keep labels apart by their case. */
export function isSameLabel(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Something that was done to a pull request. */
export interface PullRequestEvent<Account> {
  readonly kind: 'labelled' | 'unlabelled' | 'reopened';
  /** In milliseconds since 1970. */
  readonly at: number;
  /** Undefined for an account that is gone, and for a bot: it does what others tell it. */
  readonly account: Account | undefined;
}

/** Returns a function that asks once about each account, and remembers the answers. */
export function askOnce<Account>(
  ask: (account: Account) => Promise<boolean>,
): (account: Account) => Promise<boolean> {
  const answers = new Map<Account, Promise<boolean>>();
  return (account) => {
    const answer = answers.get(account) ?? ask(account);
    answers.set(account, answer);
    return answer;
  };
}

/**
 * Returns when the label was granted last. Whoever set it last must be allowed to write to the
 * repository: without that, a label of somebody else, or of a bot that labels by the names of branches,
 * would be worth as much as the earlier one.
 */
async function grantOf<Account>(
  events: readonly PullRequestEvent<Account>[],
  mayWrite: (account: Account) => Promise<boolean>,
): Promise<number | undefined> {
  const isGranted = async ({ account }: PullRequestEvent<Account>) =>
    account !== undefined && (await mayWrite(account));
  const newestFirst = [...events].sort((one, other) => other.at - one.at);
  const label = newestFirst.find(({ kind }) => kind === 'labelled');
  if (label === undefined || !(await isGranted(label))) return undefined;
  for (const event of newestFirst.filter(({ kind }) => kind === 'reopened')) {
    if (event.at > label.at && (await isGranted(event))) return event.at;
  }
  return label.at;
}

/** Returns when the label was taken away last; undefined if it was not, or if it was set again since. */
function takenOf(events: readonly PullRequestEvent<unknown>[]): number | undefined {
  const times = (wanted: string) => events.flatMap(({ at, kind }) => (kind === wanted ? [at] : []));
  const taken = Math.max(...times('unlabelled'));
  return Number.isFinite(taken) && times('labelled').every((at) => at <= taken) ? taken : undefined;
}

/** Returns what the events of an open pull request say of its label. */
export async function labelStateOf<Account>(
  hasLabel: boolean,
  events: readonly PullRequestEvent<Account>[],
  mayWrite: (account: Account) => Promise<boolean>,
): Promise<PullRequestState> {
  if (hasLabel) {
    const grantedAt = await grantOf(events, mayWrite);
    return { isOpen: true, hasLabel, ...(grantedAt !== undefined && { grantedAt }) };
  }
  const labelTakenAt = takenOf(events);
  return { isOpen: true, hasLabel, ...(labelTakenAt !== undefined && { labelTakenAt }) };
}
