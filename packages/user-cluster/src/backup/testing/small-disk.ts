// SPDX-License-Identifier: Apache-2.0
import {
  existsSync,
  mkdirSync,
  readFileSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Programs } from '../../restored/programs.ts';

/** A disk of some MiB in memory, in a mount namespace of its own, which ends with the programs of a test. */
export class SmallDisk {
  /** Folder at which every process of the same user reaches it. */
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** @param folder - an empty one, at which it is mounted for nobody else. */
  static async make(programs: Programs, folder: string, mebibytes: number): Promise<SmallDisk> {
    mkdirSync(folder);
    const pid = `${folder}.pid`;
    const mounted = 'mount -t tmpfs -o "size=$1" none "$2" && echo $$ >"$3" && exec sleep 3600';
    const args = ['-rm', 'sh', '-c', mounted, 'sh', `${mebibytes}m`, folder, pid];
    const holder = programs.start('unshare', args);
    await holder.ready(() => Promise.resolve(existsSync(pid) && readFileSync(pid, 'utf8') !== ''));
    return new SmallDisk(`/proc/${readFileSync(pid, 'utf8').trim()}/root${folder}`);
  }

  /** Fills it, but for some blocks. */
  fill(blocks = 0): void {
    this.free();
    const { bavail, bsize } = statfsSync(this.path);
    writeFileSync(this.#filler, Buffer.alloc((bavail - blocks) * bsize));
  }

  free(): void {
    if (existsSync(this.#filler)) truncateSync(this.#filler, 0);
  }

  get #filler(): string {
    return join(this.path, 'filler');
  }
}
