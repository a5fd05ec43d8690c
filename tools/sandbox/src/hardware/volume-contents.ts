// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { volumeName } from './storage-objects.ts';

/** Milliseconds that a copy may take. */
const copyLimit = 120_000;

/** Contents of volumes and snapshots: one folder for each, once something was written. */
export class VolumeContents {
  private readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  /**
   * Copies the content of a volume or snapshot, if it has any.
   *
   * @param from - Handle of a volume or of a snapshot.
   * @param to - Name of a volume, or handle of a snapshot.
   */
  async copy(from: string, to: string): Promise<void> {
    const source = [from, volumeName(from)]
      .map((name) => join(this.dir, name))
      .find((path) => existsSync(path));
    const target = join(this.dir, to);
    if (source === undefined || existsSync(target)) return;
    mkdirSync(this.dir, { recursive: true, mode: 0o700 });
    const partial = join(this.dir, `.${to}`);
    await rm(partial, { recursive: true, force: true });
    const options = { timeout: copyLimit };
    await promisify(execFile)('cp', ['-a', '--reflink=auto', source, partial], options);
    await promisify(execFile)('mv', ['-T', partial, target], options);
  }

  /** Removes the content of a volume or snapshot. */
  async remove(name: string): Promise<void> {
    await rm(join(this.dir, name), { recursive: true, force: true });
  }
}
