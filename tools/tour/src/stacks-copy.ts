// SPDX-License-Identifier: Apache-2.0
import { makeOwnFolder } from '@strata/gitops/own-folder';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files under `stacks/` in a temporary folder, where one can make mistakes. */
export class StacksCopy implements Disposable {
  readonly root = makeOwnFolder('tour');

  /** @param root - of the repository. */
  constructor(root: string) {
    const [from, to] = [join(root, 'stacks'), join(this.root, 'stacks')];
    if (existsSync(from)) cpSync(from, to, { recursive: true });
    else mkdirSync(to);
  }

  /**
   * @param file - from the root, such as `stacks/rings.yaml`.
   * @throws Error when it is not there.
   */
  read(file: string): string {
    const path = join(this.root, file);
    if (!existsSync(path)) throw new Error(`${file} is not there`);
    return readFileSync(path, 'utf8');
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.root, file), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
