// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../../../..');

/** A text of a file, and what an author makes of it. */
type Edit = readonly [file: string, before: string, after: string];

const edits: readonly Edit[] = [
  ['user-cluster/Pulumi.staging.shop.yaml', 'version: 1.34.4', 'version: 1.35.4'],
  [
    'user-cluster/Pulumi.production.shop.yaml',
    'replicas: 2\n      instancetype: density-4',
    'replicas: 4\n      instancetype: standard-4',
  ],
];

/** A clone with the files under `stacks` of this repository, and a branch that changes two of them. */
export class ExampleRepository implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'example-'));
  readonly base = 'main';
  readonly head = 'branch';

  constructor() {
    cpSync(join(repository, 'stacks'), join(this.root, 'stacks'), { recursive: true });
    // The files may say today what the author's branch said once.
    for (const [file, before, after] of edits) this.#replace(file, after, before, false);
    this.#git('init', '--quiet', '--initial-branch=main');
    this.#commit();
    this.#git('checkout', '--quiet', '-b', 'branch');
    for (const [file, before, after] of edits) this.#replace(file, before, after, true);
    this.#commit();
  }

  #replace(file: string, from: string, to: string, must: boolean): void {
    const path = join(this.root, 'stacks', file);
    const text = readFileSync(path, 'utf8');
    if (must && !text.includes(from)) throw new Error(`${file} has no "${from}" any more`);
    writeFileSync(path, text.replace(from, to));
  }

  #commit(): void {
    this.#git('add', '--all');
    const somebody = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org'];
    this.#git(...somebody, 'commit', '--quiet', '--message', 'change');
  }

  #git(...args: readonly string[]): void {
    execFileSync('git', args, { cwd: this.root });
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
