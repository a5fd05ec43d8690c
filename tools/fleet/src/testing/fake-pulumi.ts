// SPDX-License-Identifier: Apache-2.0
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Folder with a `pulumi` that runs a script of the shell; its lines are kept in a log. */
export class FakePulumi implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'strata-fake-pulumi-'));

  constructor(script: string) {
    const log = join(this.folder, 'log');
    writeFileSync(log, '');
    const lines = ['#!/bin/sh', `echo "$*" >> ${log}`, script, ''];
    writeFileSync(join(this.folder, 'pulumi'), lines.join('\n'), { mode: 0o755 });
  }

  /** Settings that run it. */
  get options(): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
    const path = [this.folder, process.env.PATH ?? ''].join(delimiter);
    return { cwd: this.folder, env: { PATH: path } };
  }

  /** Arguments of all its runs so far. */
  get runs(): string[] {
    return readFileSync(join(this.folder, 'log'), 'utf8').split('\n').filter(Boolean);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
