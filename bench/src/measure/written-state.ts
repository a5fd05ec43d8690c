// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, readdirSync, statSync, watch } from 'node:fs';
import type { FSWatcher, Stats } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/**
 * Matches complete files of a state; Pulumi writes temporary files beside them and renames these.
 */
const wholeFile = /\.(json|bak|attrs|zst|gz)$/;

/** Milliseconds by which events of the kernel may come after the change. */
const settling = 50;

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // The file was removed or renamed.
    return undefined;
  }
}

/**
 * Counts what is written to a folder: the size of every file each time it is put in place. A file
 * that is replaced again before it was read counts with the later size.
 *
 * There is one watcher for each folder, because Node's recursive watchers miss files that are
 * replaced.
 */
export class WrittenState {
  readonly #watchers = new Map<string, FSWatcher>();
  #bytes = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#watch(folder, false);
  }

  /** Stops the watch and returns the bytes written, including the last event. */
  async stop(): Promise<number> {
    await setTimeout(settling);
    for (const watcher of this.#watchers.values()) watcher.close();
    return this.#bytes;
  }

  /** Watches a folder.  @param isNew - whether files that are already in it count as written. */
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
