// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Git repository of a few files, in a temporary folder. */
export class SmallRepository {
  readonly root: string;

  /** @param name - of the folder, without the part that makes it unique. */
  constructor(name: string) {
    this.root = mkdtempSync(join(tmpdir(), `${name}-`));
    this.git('init', '--quiet');
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), text);
  }

  remove(file: string): void {
    rmSync(join(this.root, file));
  }

  git(...args: readonly string[]): string {
    const author = ['-c', 'user.name=t', '-c', 'user.email=t@localhost'];
    return execFileSync('git', [...author, ...args], { cwd: this.root, encoding: 'utf8' }).trim();
  }

  /** Writes files, and commits all that there are. */
  commit(files: Readonly<Record<string, string>> = {}): void {
    for (const [file, text] of Object.entries(files)) this.write(file, text);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', 'one more');
  }

  /** Removes the folder. */
  delete(): void {
    rmSync(this.root, { recursive: true });
  }
}
