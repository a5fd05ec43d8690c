// SPDX-License-Identifier: Apache-2.0
import { ChangedFiles } from '@strata/nx-pulumi/stacks';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { GitopsError } from '../gitops-error.ts';
import type { RecordedCommit } from './last-update.ts';
import { notAtTop } from './top-of-repository.ts';

/**
 * How the checked-out commit stands to the one that a stack was last brought up with.
 *
 * - `same or newer`: the checkout has everything that was deployed.
 * - `older`: the deployed commit was made on top of the checked-out one.
 * - `apart`: neither of the two has the other among its ancestors, or the deployed commit is on no
 *   branch of the remote repository.
 * - `shallow`: the clone does not have enough history to tell.
 * - `not fetched`: the clone does not have the deployed commit, and nothing was fetched since.
 * - `no answer`: Git does not say which commit is checked out.
 */
export type CheckoutAge =
  | 'same or newer'
  | 'older'
  | 'apart'
  | 'shallow'
  | 'not fetched'
  | 'no answer';

/** Asks Git about a repository. */
export class Repository {
  readonly #root: string;
  readonly #files: ChangedFiles;
  readonly #changed = new Map<string, readonly string[] | undefined>();
  /** Most stacks of an environment have the same commit, so each question is asked once. */
  readonly #answers = new Map<string, string | undefined>();

  constructor(root: string) {
    this.#root = root;
    this.#files = new ChangedFiles(root);
  }

  /**
   * Refuses uncommitted changes.
   *
   * @throws GitopsError when tracked files differ from the commit, when files under `stacks` are not
   * in it, or when Git cannot tell, because nobody could say what was deployed; and when the repository
   * has this one in a folder.
   */
  refuseUncommitted(): void {
    this.#refuseFolder();
    const changed = this.#git('status', '--porcelain', '--untracked-files=no');
    const added = this.#git('ls-files', '--others', '--exclude-standard', 'stacks');
    const lines = [changed, added.replaceAll(/^(?=.)/gm, '?? ')].filter((text) => text !== '');
    if (lines.length === 0) return;
    throw new GitopsError(
      `a deployment is of a commit; commit or stash first:\n${lines.join('\n')}`,
    );
  }

  /**
   * Returns the files that differ between a commit and HEAD in more than comments; undefined when the
   * commit does not exist here.
   *
   * @throws GitopsError when the repository has this one in a folder.
   */
  changedSince(commit: string): readonly string[] | undefined {
    if (!this.#changed.has(commit)) {
      this.#refuseFolder();
      this.#changed.set(commit, this.#files.since(commit));
    }
    return this.#changed.get(commit);
  }

  /** Returns how HEAD stands to the commit of an update. */
  ageOfCheckout({ commit, endedAt }: RecordedCommit): CheckoutAge {
    const head = this.#answer('rev-parse', '--verify', 'HEAD');
    if (head === undefined) return 'no answer';
    if (head === commit || this.isAncestor(commit, head)) return 'same or newer';
    if (this.isAncestor(head, commit)) return 'older';
    // Where history is cut off, Git takes an ancestor for none.
    if (this.#answer('rev-parse', '--is-shallow-repository') === 'true') return 'shallow';
    if (this.#answer('cat-file', '-e', `${commit}^{commit}`) !== undefined) return 'apart';
    return this.#isFetchedSince(endedAt) ? 'apart' : 'not fetched';
  }

  #refuseFolder(): void {
    const problem = notAtTop(this.#root);
    if (problem !== undefined) throw new GitopsError(problem);
  }

  /** Returns whether a commit has another one in its history; not if Git does not know one of them. */
  isAncestor(ancestor: string, commit: string): boolean {
    return this.#answer('merge-base', '--is-ancestor', ancestor, commit) !== undefined;
  }

  /** Returns whether this clone would have a commit that its remote repository had at a time. */
  #isFetchedSince(time: number): boolean {
    if (this.#answer('remote') === '') return true;
    const file = this.#answer('rev-parse', '--git-path', 'FETCH_HEAD');
    const about = file && statSync(resolve(this.#root, file), { throwIfNoEntry: false });
    return about ? about.mtimeMs >= time : false;
  }

  /** Returns what Git prints; undefined when it fails. */
  #answer(...args: readonly string[]): string | undefined {
    const question = args.join(' ');
    if (!this.#answers.has(question)) {
      const { status, stdout } = this.#run(args);
      this.#answers.set(question, status === 0 ? stdout.trimEnd() : undefined);
    }
    return this.#answers.get(question);
  }

  #git(...args: readonly string[]): string {
    const { error, status, stderr, stdout } = this.#run(args);
    if (status === 0) return stdout.trimEnd();
    const reason = error?.message ?? stderr.trim();
    throw new GitopsError(
      `a deployment is of a commit, and Git does not say whether this is one: ${reason}`,
    );
  }

  #run(args: readonly string[]) {
    return spawnSync('git', args, { cwd: this.#root, encoding: 'utf8' });
  }
}
