// SPDX-License-Identifier: Apache-2.0
import { transformSync } from 'esbuild';
import { execFileSync } from 'node:child_process';

/** A line of `git diff --raw`: the contents before and after, and what happened to the file. */
interface Change {
  readonly before: string;
  readonly after: string;
  /** `M` for a file that was changed; others came, went or became something else. */
  readonly status: string;
  readonly file: string;
}

const rawLine = /^:(?<modes>\d+ \d+) (?<before>\w+) (?<after>\w+) (?<status>\w)/;

/**
 * Returns the code that Node runs for a source: types, comments and blanks are removed.
 *
 * @returns undefined when the source cannot be parsed.
 */
function codeOf(source: string): string | undefined {
  try {
    return transformSync(source, {
      loader: 'ts',
      target: 'esnext',
      minifyWhitespace: true,
      legalComments: 'none',
      // As Node reads it: an import that is not called a type is one.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      logLevel: 'silent',
    }).code;
  } catch {
    return undefined;
  }
}

/** Says what differs between commits of a repository, but for what nobody runs. */
export class ChangedFiles {
  readonly #root: string;
  readonly #code = new Map<string, string | undefined>();

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Files that differ between a commit and HEAD, from the root. A TypeScript file of which only types,
   * comments or blanks differ is none of them.
   *
   * @returns undefined when there is no such commit here.
   */
  since(commit: string): readonly string[] | undefined {
    const text = this.#git('diff', '--raw', '--no-abbrev', '--no-renames', '-z', commit, 'HEAD');
    if (text === undefined) return undefined;
    const fields = text.split('\0').filter((field) => field !== '');
    const changes = fields.flatMap((field, index): Change[] => {
      const { before = '', after = '', status = '' } = rawLine.exec(field)?.groups ?? {};
      return index % 2 === 0 ? [{ before, after, status, file: fields[index + 1] ?? '' }] : [];
    });
    return changes.filter((change) => !this.#isSameCode(change)).map(({ file }) => file);
  }

  #isSameCode({ after, before, file, status }: Change): boolean {
    if (status !== 'M' || !file.endsWith('.ts')) return false;
    const code = this.#codeOf(after);
    return code !== undefined && code === this.#codeOf(before);
  }

  #codeOf(blob: string): string | undefined {
    if (!this.#code.has(blob)) {
      const source = this.#git('cat-file', 'blob', blob);
      this.#code.set(blob, source === undefined ? undefined : codeOf(source));
    }
    return this.#code.get(blob);
  }

  #git(...args: readonly string[]): string | undefined {
    try {
      return execFileSync('git', args, {
        cwd: this.#root,
        encoding: 'utf8',
        maxBuffer: Infinity,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      return undefined;
    }
  }
}
