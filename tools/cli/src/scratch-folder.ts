// SPDX-License-Identifier: Apache-2.0
import { makeOwnFolder } from '@strata/gitops/own-folder';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { CliError } from './usage-error.ts';

/** Folder of one run, which is made when somebody needs it: on a full disk most commands still run. */
export class ScratchFolder {
  #path: string | undefined;

  /** @throws CliError when it cannot be made. */
  get path(): string {
    try {
      this.#path ??= makeOwnFolder('run');
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new CliError(
        `No folder can be made in ${tmpdir()} (${code}): free some space there, or set TMPDIR to another folder.`,
      );
    }
    return this.#path;
  }

  remove(): void {
    if (this.#path !== undefined) rmSync(this.#path, { recursive: true, force: true });
  }
}
