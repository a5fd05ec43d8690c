// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { gitEnvironment } from './git-environment.ts';

/** A file under `stacks` as a commit has it. */
export interface CommittedFile {
  /** Git's name of its content: equal contents have equal ones. */
  readonly id: string;
  readonly text: string;
}

/** Paths of files under `stacks` that are read: whole folders of others lead nowhere. */
const stackFile = /^stacks\/(?:[a-z0-9-]+\/)?[\w-]+(?:\.[\w-]+)*\.(?:yaml|json)$/;

/**
 * Limits for reading one commit: files larger than `bytes` are ignored, and so are files beyond the
 * first `files`.
 */
const most = { bytes: 1_000_000, files: 10_000, allBytes: 256_000_000 } as const;

/** Files of ordinary content: a link would lead to a file of the machine. */
const ordinary = /^100(?:644|755) blob$/;

/**
 * Reads commits of one clone, and checks none of them out: a pull request's files are data, whoever
 * reads them.
 */
export class CommittedFiles {
  readonly #root: string;

  /** @param root - of the clone. */
  constructor(root: string) {
    this.#root = root;
  }

  /** The full name of a commit; undefined: this clone does not have it. */
  commit(name: string): string | undefined {
    return this.#ask('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  }

  /** The last commit that two have in common; undefined: none that this clone has. */
  mergeBase(one: string, other: string): string | undefined {
    return this.#ask('merge-base', one, other);
  }

  /** Paths that differ between two commits; a file that was renamed is two. */
  changed(from: string, to: string): string[] {
    const flags = ['-r', '-z', '--no-renames', '--name-only'];
    return this.#git('diff-tree', ...flags, from, to)
      .toString()
      .split('\0')
      .filter((path) => path !== '');
  }

  /** Every YAML and JSON file under `stacks` of a commit, by its path. */
  stackFiles(commit: string): Map<string, CommittedFile> {
    const listed = this.#git('ls-tree', '-r', '-z', '--full-tree', commit, '--', 'stacks')
      .toString()
      .split('\0')
      .flatMap((line) => {
        const [about = '', path = ''] = line.split('\t');
        const at = about.lastIndexOf(' ');
        const isRead = ordinary.test(about.slice(0, at)) && stackFile.test(path);
        return isRead ? [{ path, id: about.slice(at + 1) }] : [];
      })
      .slice(0, most.files);
    const texts = this.#contents([...new Set(listed.map(({ id }) => id))]);
    return new Map(
      listed.flatMap(({ id, path }) => {
        const text = texts.get(id);
        return text === undefined ? [] : [[path, { id, text }] as const];
      }),
    );
  }

  /** Contents by their names: `<name> blob <bytes>`, a line end, the content, a line end. */
  #contents(ids: readonly string[]): Map<string, string> {
    const found = new Map<string, string>();
    if (ids.length === 0) return found;
    const all = this.#git('cat-file', '--batch', ids.map((id) => `${id}\n`).join(''));
    let at = 0;
    for (const id of ids) {
      const end = all.indexOf('\n', at);
      const size = Number(all.subarray(at, end).toString().split(' ')[2]);
      const content = all.subarray(end + 1, end + 1 + size);
      if (size <= most.bytes) found.set(id, content.toString('utf8'));
      at = end + 1 + size + 1;
    }
    return found;
  }

  #ask(...args: readonly string[]): string | undefined {
    try {
      return this.#git(...args)
        .toString()
        .trim();
    } catch {
      return undefined;
    }
  }

  #git(...args: readonly string[]): Buffer {
    const [command = ''] = args;
    const input = command === 'cat-file' ? args.at(-1) : '';
    return execFileSync('git', command === 'cat-file' ? args.slice(0, -1) : args, {
      cwd: this.#root,
      env: gitEnvironment(),
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: most.allBytes,
    });
  }
}
