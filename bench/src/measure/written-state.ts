// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, readdirSync, statSync, watch } from 'node:fs';
import type { FSWatcher, Stats } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Files of a state as they are when they are whole; Pulumi writes beside them and renames. */
const wholeFile = /\.(json|bak|attrs|zst|gz)$/;

/** Events of the kernel come a little later than what they tell of, in milliseconds. */
const settling = 50;

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // It was removed again, or got another name.
    return undefined;
  }
}

/**
 * Counts what is written to a folder: the size of every file each time it is put in place. One that
 * is replaced again before anybody looked counts with the later size.
 *
 * One watcher a folder: those of Node that watch a whole tree miss files that are replaced.
 */
export class WrittenState {
  readonly #watchers = new Map<string, FSWatcher>();
  #bytes = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#watch(folder, false);
  }

  /** @returns the bytes so far, after the last event. */
  async stop(): Promise<number> {
    await setTimeout(settling);
    for (const watcher of this.#watchers.values()) watcher.close();
    return this.#bytes;
  }

  /** @param isNew - what is in it already has been written since. */
  #watch(folder: string, isNew: boolean): void {
    if (this.#watchers.has(folder)) return;
    const watcher = watch(folder, (event, name) => {
      if (event === 'rename' && name !== null) this.#look(join(folder, name), true);
    });
    this.#watchers.set(folder, watcher);
    for (const name of readdirSync(folder)) this.#look(join(folder, name), isNew);
  }

  #look(path: string, isNew: boolean): void {
    const stat = statOf(path);
    if (stat?.isDirectory() === true) this.#watch(path, isNew);
    else if (isNew && wholeFile.test(path)) this.#bytes += stat?.size ?? 0;
  }
}
