// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { notAtTop } from '../deploy/top-of-repository.ts';
import { authorChanges } from './author-changes.ts';
import type { AuthorChanges } from './author-changes.ts';
import { CommittedFiles } from './committed-files.ts';
import type { CommittedFile } from './committed-files.ts';

/** Two commits: where a pull request goes, and what it is now. */
export interface CommitRange {
  readonly base: string;
  readonly head: string;
}

type Files = ReadonlyMap<string, CommittedFile>;

/** Full names of the commits that are compared. */
interface Names {
  /** Last commit that both have in common: what the target got since is not the author's. */
  readonly from: string;
  readonly head: string;
}

function namesOf(git: CommittedFiles, { base, head }: CommitRange): Names | { unknown: string } {
  const [target, now] = [git.commit(base), git.commit(head)];
  if (target === undefined || now === undefined) {
    const missing = target === undefined ? base : head;
    return { unknown: `the commit ${missing} is not in this clone` };
  }
  const from = git.mergeBase(target, now);
  if (from === undefined) {
    return { unknown: `this clone has no commit that ${base} and ${head} have in common` };
  }
  return { from, head: now };
}

/**
 * The files under `stacks` of two commits, each in a folder of its own for what reads folders. They
 * are read from Git's objects: nothing is checked out, no link is followed. The folders go when it is
 * disposed.
 */
export class ComparedCommits implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'strata-pull-request-'));
  readonly before = join(this.#folder, 'before');
  readonly after = join(this.#folder, 'after');
  readonly author: AuthorChanges;
  readonly from: string;
  readonly head: string;

  private constructor(
    { from, head }: Names,
    author: AuthorChanges,
    [before, after]: [Files, Files],
  ) {
    this.from = from;
    this.head = head;
    this.author = author;
    this.#write(this.before, before);
    this.#write(this.after, after);
  }

  /**
   * @param root - of a clone with both commits.
   * @returns why they cannot be compared, where one is missing.
   */
  static open(root: string, range: CommitRange): ComparedCommits | { readonly unknown: string } {
    const unknown = notAtTop(root);
    if (unknown !== undefined) return { unknown };
    const git = new CommittedFiles(root);
    const names = namesOf(git, range);
    if ('unknown' in names) return names;
    const { from, head } = names;
    const files: [Files, Files] = [git.stackFiles(from), git.stackFiles(head)];
    return new ComparedCommits(names, authorChanges(git.changed(from, head), ...files), files);
  }

  #write(root: string, files: Files): void {
    mkdirSync(root);
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
