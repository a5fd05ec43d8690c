// SPDX-License-Identifier: Apache-2.0
import { ForgeError } from '../forge/forge.ts';
import type { Forge, ForgeIssue, IssueChange, NewIssue } from '../forge/forge.ts';
import { driftIssue, driftLabels, readMarker } from './drift-issue.ts';
import type { JudgedReport } from './ignore-drift.ts';

/** Action that was taken on a stack's issue. */
export interface SyncedIssue {
  readonly stack: string;
  readonly done: 'opened' | 'reopened' | 'updated' | 'closed' | 'unchanged';
}

/** Labels that this tool sets and removes; all others belong to people. */
const ownLabels: readonly string[] = [driftLabels.drift, driftLabels.unknown];

/** Returns the issues by their stack, oldest first. */
async function findIssues(forge: Forge): Promise<Map<string, ForgeIssue[]>> {
  const found = new Map<string, ForgeIssue[]>();
  for (const issue of await forge.issues.ownWithLabel(driftLabels.drift)) {
    const stack = readMarker(issue.body)?.stack;
    if (stack !== undefined) found.set(stack, [...(found.get(stack) ?? []), issue]);
  }
  return found;
}

/**
 * Opens an issue. When it is uncertain whether the forge has made it, opens it again only if it is
 * not there.
 */
async function open(forge: Forge, stack: string, wanted: NewIssue): Promise<void> {
  try {
    await forge.issues.create(wanted);
  } catch (error) {
    if (!(error instanceof ForgeError) || !error.uncertain) throw error;
    if (!(await findIssues(forge)).has(stack)) await forge.issues.create(wanted);
  }
}

function changeOf(issue: ForgeIssue, wanted: NewIssue): IssueChange | undefined {
  const same = readMarker(issue.body)?.content === readMarker(wanted.body)?.content;
  if (same && issue.state === 'open') return undefined;
  const theirs = issue.labels.filter((label) => !ownLabels.includes(label));
  return {
    title: wanted.title,
    body: wanted.body,
    labels: [...wanted.labels, ...theirs],
    ...(issue.state === 'closed' && { state: 'open' }),
  };
}

/** Returns the change that closes an issue and removes its repair label. */
function closed({ labels }: ForgeIssue): IssueChange {
  const gone: readonly string[] = [driftLabels.unknown, driftLabels.repair];
  return { state: 'closed', labels: labels.filter((label) => !gone.includes(label)) };
}

async function closeAll(forge: Forge, issues: readonly ForgeIssue[]): Promise<boolean> {
  const open = issues.filter(({ state }) => state === 'open');
  for (const issue of open) await forge.issues.update(issue.number, closed(issue));
  return open.length > 0;
}

async function syncOne(
  forge: Forge,
  stack: string,
  wanted: NewIssue | 'clean',
  [issue, ...twins]: readonly ForgeIssue[],
): Promise<SyncedIssue> {
  if (wanted === 'clean') {
    const some = await closeAll(forge, issue === undefined ? [] : [issue, ...twins]);
    return { stack, done: some ? 'closed' : 'unchanged' };
  }
  if (issue === undefined) {
    await open(forge, stack, wanted);
    return { stack, done: 'opened' };
  }
  await closeAll(forge, twins);
  const change = changeOf(issue, wanted);
  if (change === undefined) return { stack, done: 'unchanged' };
  await forge.issues.update(issue.number, change);
  return { stack, done: change.state === 'open' ? 'reopened' : 'updated' };
}

/**
 * Brings the issues in line with the reports of drift checks: one for each stack that has drifted
 * or could not be checked, closed when it is clean. Issues of stacks without a report stay, because
 * these may be in another part of the schedule.
 *
 * @param exists - returns whether a stack is still in the repository; the issues of others are
 * closed.
 * @throws ForgeError
 */
export async function syncDriftIssues(
  forge: Forge,
  judged: readonly JudgedReport[],
  exists: (stack: string) => boolean,
): Promise<SyncedIssue[]> {
  const issues = await findIssues(forge);
  const done: SyncedIssue[] = [];
  for (const one of judged) {
    const stack = `${one.report.program}/${one.report.stack}`;
    const wanted = driftIssue(one);
    if (wanted === 'not checked') continue;
    done.push(await syncOne(forge, stack, wanted, issues.get(stack) ?? []));
  }
  for (const [stack, own] of issues) {
    if (!exists(stack) && (await closeAll(forge, own))) done.push({ stack, done: 'closed' });
  }
  return done;
}
