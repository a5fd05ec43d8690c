// SPDX-License-Identifier: Apache-2.0
import { deploymentRings, ringsFile } from '../deploy/rings.ts';
import { isOpen, nextOpening } from '../deploy/windows.ts';
import { readChecked } from '@strata/plan-check/read-yaml';
import type { AuthorChanges } from './author-changes.ts';
import { capacityChanges } from './capacity-change.ts';
import type { CapacityChange } from './capacity-change.ts';
import { ComparedCommits } from './compared-commits.ts';
import type { CommitRange } from './compared-commits.ts';
import { costChanges } from './cost-change.ts';
import type { KnownCostChange } from './cost-change.ts';
import { reachedEnvironments } from './reached-environments.ts';
import { versionOf } from './version.ts';

/** A step of a deployment: environments that a change reaches together. */
export interface Ring {
  readonly name: string;
  readonly environments: readonly string[];
  /** When its next maintenance window opens, where none is open now. */
  readonly opens?: string;
}

/** Facts that follow from the files of a pull request alone. */
export interface PullRequestFiles {
  readonly author: AuthorChanges;
  /** Of each environment whose files are changed. */
  readonly capacity: readonly CapacityChange[];
  /** Of each of them that has prices. */
  readonly cost: readonly KnownCostChange[];
  /** In their order; empty: nobody can tell. */
  readonly rings: readonly Ring[];
  /** Environments that no deployment touches. */
  readonly byHand: readonly string[];
}

/** The same, or why nobody can tell. */
export type PullRequest = PullRequestFiles | { readonly unknown: string };

function ringsOf(root: string, now: Date): Pick<PullRequestFiles, 'rings' | 'byHand'> {
  const none = { rings: [], byHand: [] };
  try {
    const { byHand, rings } = readChecked(root, ringsFile, deploymentRings) ?? none;
    const steps = rings.map(({ environments, name, windows }): Ring => {
      const opens = isOpen(windows, now) ? undefined : nextOpening(windows, now);
      return { name, environments, ...(opens !== undefined && { opens }) };
    });
    return { rings: steps, byHand };
  } catch {
    // The check of all files says what is wrong with it.
    return none;
  }
}

function readFiles(root: string, range: CommitRange, now: Date): PullRequest {
  const opened = ComparedCommits.open(root, range);
  if ('unknown' in opened) return opened;
  using commits = opened;
  const { after, author, before } = commits;
  const versions = [versionOf(before), versionOf(after)] as const;
  const environments = [...new Set(author.files.flatMap(reachedEnvironments))].sort();
  return {
    author,
    capacity: capacityChanges(versions, environments),
    cost: costChanges(versions, environments),
    ...ringsOf(after, now),
  };
}

/**
 * Reads from Git what a pull request changes, without checking anything of it out or running it: its
 * files are data. What cannot be read is said, and never an error: the rest of a comment is worth more.
 *
 * @param root - of a clone with both commits.
 * @param now - for maintenance windows. @default the present time
 */
export function readPullRequest(
  root: string,
  range: CommitRange,
  now: Date = new Date(),
): PullRequest {
  try {
    return readFiles(root, range, now);
  } catch {
    return { unknown: 'Git did not read its files' };
  }
}
