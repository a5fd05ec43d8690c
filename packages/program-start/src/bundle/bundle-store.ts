// SPDX-License-Identifier: Apache-2.0
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isSealed } from './seal.ts';

/** How many bundles of one program are kept, of those that were started last. */
const keptBundles = 4;

/** After so long a program that is started again begins anew, if it has no bundle. */
const markHours = 24;

/** After so long whoever was building is gone. */
const buildSeconds = 120;

/** Makes an empty file, unless there is one. Returns whether it has made it. */
function createFile(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Refuses what others could have written: code from there would run with the credentials of this user.
 *
 * @throws Error with the path and the ways out.
 */
function refuseOthers(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  const isOwn = found.uid === process.getuid?.() || found.uid === 0;
  const isWritable = (found.mode & 0o022) !== 0;
  if (!isOwn) throw new Error(`${path} belongs to somebody else: remove it`);
  if (isWritable) {
    throw new Error(
      `others may write ${path}: chmod go-w it if you trust what it has, or remove it`,
    );
  }
}

/** Milliseconds since 1970; 0 for a file that is gone. */
function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The key in a file's name. */
function keyOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}

/**
 * The bundles of one program, in a folder that several programs use at the same time: for each key
 * `<key>.mjs`, its source map and its seal, or the reason why there is none in `<key>.failed`; and the empty
 * files `<key>.started` and `<key>.building`.
 */
export class BundleStore {
  readonly #root: string;
  readonly #folder: string;
  readonly #key: string;

  /**
   * @param root - the repository.
   * @param folder - whose parent has only folders of bundles.
   * @throws Error when others may write in the folder or in its parent.
   */
  constructor(root: string, folder: string, key: string) {
    this.#root = root;
    this.#folder = folder;
    this.#key = key;
    for (const path of [dirname(folder), folder]) refuseOthers(path);
  }

  /** Path of the bundle, whether it is there or not. */
  get file(): string {
    return this.#path('mjs');
  }

  /**
   * Returns whether there is a bundle, and keeps it for the caller. One that is not what was built, or has
   * other files of `node_modules` than are there now, is removed.
   *
   * @throws Error when others may write it.
   */
  hasBundle(): boolean {
    if (!existsSync(this.file)) return false;
    refuseOthers(this.file);
    if (!isSealed(this.#root, this.file)) {
      for (const ending of ['mjs', 'started']) rmSync(this.#path(ending), { force: true });
      return false;
    }
    try {
      utimesSync(this.file, new Date(), new Date());
    } catch {
      // A folder that is only read loses no bundles.
    }
    return true;
  }

  /** Returns why there is no bundle of these contents; undefined unless building it has failed. */
  get failure(): string | undefined {
    const file = this.#path('failed');
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  /** Keeps why there is no bundle, so that nobody tries again with the same contents. */
  setFailure(reason: string): void {
    writeFileSync(this.#path('failed'), reason);
  }

  /**
   * Returns whether the caller is to build the bundle: the program has been started with these contents
   * before, and nobody builds it. The caller calls {@link endBuilding} when it is done.
   */
  beginBuilding(): boolean {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (createFile(this.#path('started'))) return false;
    const building = this.#path('building');
    if (createFile(building)) return true;
    if (Date.now() - changedAt(building) < buildSeconds * 1_000) return false;
    rmSync(building, { force: true });
    return createFile(building);
  }

  /** Lets others build again if there is no bundle, and removes those that nobody has started lately. */
  endBuilding(): void {
    rmSync(this.#path('building'), { force: true });
    const names = readdirSync(this.#folder);
    const kept = new Set([this.#key, ...this.#keptKeys(names)]);
    for (const name of names) {
      if (!kept.has(keyOf(name))) rmSync(join(this.#folder, name), { force: true });
    }
  }

  /** Keys of the bundles that were started last, and of programs that were started once, lately. */
  #keptKeys(names: readonly string[]): string[] {
    const at = (name: string) => changedAt(join(this.#folder, name));
    const bundles = names
      .filter((name) => name.endsWith('.mjs'))
      .sort((one, other) => at(other) - at(one));
    const bundled = new Set(bundles.map(keyOf));
    const since = Date.now() - markHours * 3_600_000;
    const marked = names.filter((name) => !bundled.has(keyOf(name)) && at(name) > since);
    return [...bundles.slice(0, keptBundles), ...marked].map(keyOf);
  }

  #path(ending: string): string {
    return join(this.#folder, `${this.#key}.${ending}`);
  }
}
