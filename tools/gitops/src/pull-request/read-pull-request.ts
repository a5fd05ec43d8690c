// SPDX-License-Identifier: Apache-2.0
import { deploymentRings, ringsFile } from '../deploy/rings.ts';
import { readChecked } from '@strata/plan-check';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { authorChanges } from './author-changes.ts';
import type { AuthorChanges, FileChange } from './author-changes.ts';
import { capacityChanges } from './capacity-change.ts';
import type { CapacityChange } from './capacity-change.ts';
import { CommittedFiles } from './committed-files.ts';
import type { CommittedFile } from './committed-files.ts';

/** Two commits: where a pull request goes, and what it is now. */
export interface CommitRange {
  readonly base: string;
  readonly head: string;
}

/** A step of a deployment: environments that a change reaches together. */
export interface Ring {
  readonly name: string;
  readonly environments: readonly string[];
}

/** What the files of a pull request say by themselves. */
export interface PullRequestFiles {
  readonly author: AuthorChanges;
  /** Of each environment whose files are changed. */
  readonly capacity: readonly CapacityChange[];
  /** In their order; empty: nobody can tell. */
  readonly rings: readonly Ring[];
  /** Environments that no deployment touches. */
  readonly byHand: readonly string[];
}

/** The same, or why nobody can tell. */
export type PullRequest = PullRequestFiles | { readonly unknown: string };

/** `prod` of `user-cluster/Pulumi.prod.shop.yaml` and of `capacity/prod.yaml`. */
const environmentPattern = /^[a-z-]+\/(?:Pulumi\.)?([a-z0-9-]+)\./;

function environmentsOf(files: readonly FileChange[]): string[] {
  const names = files.flatMap(({ file }) => environmentPattern.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

function ringsOf(root: string): Pick<PullRequestFiles, 'rings' | 'byHand'> {
  const none = { rings: [], byHand: [] };
  try {
    const { byHand, rings } = readChecked(root, ringsFile, deploymentRings) ?? none;
    return { rings, byHand };
  } catch {
    // The check of all files says what is wrong with it.
    return none;
  }
}

/** Folders with the files of two commits, for what reads folders. */
class Unpacked implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'strata-pull-request-'));
  readonly #root = (name: string) => join(this.#folder, name);
  readonly before = this.#root('before');
  readonly after = this.#root('after');

  constructor(
    before: ReadonlyMap<string, CommittedFile>,
    after: ReadonlyMap<string, CommittedFile>,
  ) {
    this.#write(this.before, before);
    this.#write(this.after, after);
  }

  #write(root: string, files: ReadonlyMap<string, CommittedFile>): void {
    for (const [path, { text }] of files) {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function readFiles(git: CommittedFiles, { base, head }: CommitRange): PullRequest {
  const [target, now] = [git.commit(base), git.commit(head)];
  if (target === undefined || now === undefined) {
    const missing = target === undefined ? base : head;
    return { unknown: `the commit ${missing} is not in this clone` };
  }
  const from = git.mergeBase(target, now);
  if (from === undefined) {
    return { unknown: `this clone has no commit that ${base} and ${head} have in common` };
  }
  const [before, after] = [git.stackFiles(from), git.stackFiles(now)];
  const author = authorChanges(git.changed(from, now), before, after);
  using folders = new Unpacked(before, after);
  const environments = environmentsOf(author.files);
  return {
    author,
    capacity: capacityChanges([folders.before, folders.after], environments),
    ...ringsOf(folders.after),
  };
}

/**
 * Reads from Git what a pull request changes, without checking anything of it out or running it: its
 * files are data. What cannot be read is said, and never an error: the rest of a comment is worth more.
 *
 * @param root - of a clone with both commits.
 */
export function readPullRequest(root: string, range: CommitRange): PullRequest {
  try {
    return readFiles(new CommittedFiles(root), range);
  } catch {
    return { unknown: 'Git did not read its files' };
  }
}
