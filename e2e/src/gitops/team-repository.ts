// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyWorkingTree } from './copy-working-tree.ts';
import { linkPackages } from './link-packages.ts';

/** Nobody's settings of Git. */
const gitEnvironment = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Somebody',
  GIT_AUTHOR_EMAIL: 'somebody@example.org',
  GIT_COMMITTER_NAME: 'Somebody',
  GIT_COMMITTER_EMAIL: 'somebody@example.org',
};

/** Whatever is of an environment, below stacks/. */
const ofEnvironment = /^stacks\/(?!schemas\/)/;

/**
 * The repository of a team that has a copy of Strata: a bare one as on a forge, and the clone of
 * somebody who works on it. Its stacks are those of the sandbox that are named; all else is what
 * is in this working tree.
 */
export class TeamRepository {
  /** The bare repository. */
  readonly origin: string;
  readonly #clone: string;

  /**
   * @param folder - one of its own, which whoever made it deletes.
   * @param files - which files below stacks/ it has, from the root.
   */
  constructor(folder: string, files: readonly string[]) {
    this.origin = join(folder, 'origin.git');
    this.#clone = join(folder, 'somebody');
    copyWorkingTree(this.#clone, (file) => !ofEnvironment.test(file) || files.includes(file));
    // Of this repository's environments, only the sandbox is one that exists.
    this.write('stacks/rings.yaml', 'rings:\n  - name: first\n    environments: [sandbox]\n');
    this.#git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', this.origin);
    this.git('init', '--quiet', '--initial-branch=main');
    this.git('remote', 'add', 'origin', this.origin);
    this.commit('Start');
    this.git('push', '--quiet', 'origin', 'main');
  }

  /** Runs Git in the clone of the person who works. */
  git(...args: readonly string[]): string {
    return this.#git(this.#clone, ...args);
  }

  read(file: string): string {
    return readFileSync(join(this.#clone, file), 'utf8');
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.#clone, file)), { recursive: true });
    writeFileSync(join(this.#clone, file), text);
  }

  /** The newest commit of main. */
  get main(): string {
    return this.git('rev-parse', 'main');
  }

  /** @returns the commit. */
  commit(message: string): string {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
    return this.git('rev-parse', 'HEAD');
  }

  /**
   * Commits to main, and pushes it.
   *
   * @param files - complete texts of the files that it changes; undefined: it removes the file.
   * @returns the commit.
   */
  commitToMain(message: string, files: Readonly<Record<string, string | undefined>>): string {
    this.git('switch', '--quiet', 'main');
    for (const [file, text] of Object.entries(files)) {
      if (text === undefined) rmSync(join(this.#clone, file));
      else this.write(file, text);
    }
    const made = this.commit(message);
    this.git('push', '--quiet', 'origin', 'main');
    return made;
  }

  /**
   * Opens a pull request.
   *
   * @param files - complete texts of the files that it changes.
   * @returns the commit that the forge makes of it: branch and target merged.
   */
  openPullRequest(number: number, branch: string, files: Readonly<Record<string, string>>): string {
    this.git('switch', '--quiet', '--create', branch, 'main');
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    this.commit(branch);
    this.git('push', '--quiet', 'origin', branch);
    this.git('switch', '--quiet', '--detach', 'main');
    this.git('merge', '--quiet', '--no-ff', '--message', `Merge ${branch}`, branch);
    this.git('push', '--quiet', 'origin', `HEAD:refs/pull/${number}/merge`);
    return this.git('rev-parse', 'HEAD');
  }

  /** @returns the commit of main after it. */
  merge(branch: string): string {
    this.git('switch', '--quiet', 'main');
    this.git('merge', '--quiet', '--no-ff', '--message', `Merge ${branch}`, branch);
    this.git('push', '--quiet', 'origin', 'main');
    return this.main;
  }

  /** Makes a clone for a job, which has nothing but a commit and the packages. */
  checkOut(commit: string, folder: string): void {
    rmSync(folder, { recursive: true, force: true });
    this.#git(dirname(folder), 'clone', '--quiet', '--no-checkout', this.origin, folder);
    this.#git(folder, 'fetch', '--quiet', 'origin', commit);
    this.#git(folder, 'checkout', '--quiet', '--detach', commit);
    linkPackages(folder);
  }

  #git(cwd: string, ...args: readonly string[]): string {
    const env = { ...process.env, ...gitEnvironment };
    return execFileSync('git', args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 }).trim();
  }
}
