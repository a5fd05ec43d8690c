// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '@strata/plan-check';
import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { join } from 'node:path';
import type { ComparedFleet } from '../change-model.ts';
import type { LiveEnvironment } from '../live/live-schema.ts';
import type { LiveSource } from '../live/live-source.ts';
import { filesVersion, readFleet } from '../read-fleet.ts';

/** Milliseconds without a change after which changed files are read. */
const settleTime = 300;

/** Files and clusters to follow, and how changes in them are reported. */
export interface FollowOptions {
  /** Root folder of the repository. */
  readonly root: string;
  /** Names of environments; empty means all. */
  readonly environments: readonly string[];
  /** Source of live data; undefined follows files alone. */
  readonly live?: Pick<LiveSource, 'read'> | undefined;
  /** Seconds between the end of a reading of clusters and the begin of the next. */
  readonly seconds: number;
  /** Called after each change. */
  readonly onChange: () => void;
  /** Gets the reason why files cannot be read, for the terminal. */
  readonly onProblem: (reason: string) => void;
}

/**
 * Follows the files under `stacks` and, with a source of live data, the clusters. Files that cannot be
 * read, such as one that somebody is writing, leave the fleet as it was and are named as a problem.
 */
export class FleetFollower implements Disposable {
  readonly #options: FollowOptions;
  readonly #watcher: FSWatcher;
  #fleet: ComparedFleet;
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;
  #settle: NodeJS.Timeout | undefined;

  /** @throws PlanError naming an unknown environment. */
  constructor(options: FollowOptions) {
    const { environments, live, root } = options;
    this.#options = options;
    const files = readFleet(root, environments);
    this.#fleet = live === undefined ? files : { ...files, live: notYetRead(files) };
    this.#watcher = watch(join(root, 'stacks'), { recursive: true }, () => {
      clearTimeout(this.#settle);
      this.#settle = setTimeout(() => this.#readFiles(), settleTime);
    });
    this.#watcher.on('error', (error) => options.onProblem(messageOf(error)));
    void this.#follow();
  }

  /** Fleet as it was last read. */
  get fleet(): ComparedFleet {
    return this.#fleet;
  }

  #change(fleet: ComparedFleet): void {
    this.#fleet = fleet;
    this.#options.onChange();
  }

  #readFiles(): void {
    const { environments, onProblem, root } = this.#options;
    const { live } = this.#fleet;
    try {
      this.#change({ ...readFleet(root, environments), ...(live !== undefined && { live }) });
    } catch (error) {
      onProblem(messageOf(error));
      this.#change({ ...this.#fleet, isOutdated: true });
    }
  }

  /** Reads clusters again and again; a commit changes the version of files that stay the same. */
  async #follow(): Promise<void> {
    const { live, root, seconds } = this.#options;
    const version = filesVersion(root);
    if (JSON.stringify(version) !== JSON.stringify(this.#fleet.files)) this.#readFiles();
    if (live !== undefined) {
      const names = this.#fleet.environments.map(({ name }) => name);
      const read = await live.read(names);
      if (this.#hasEnded) return;
      this.#change({ ...this.#fleet, live: read });
    }
    this.#timer = setTimeout(() => void this.#follow(), seconds * 1_000);
  }

  [Symbol.dispose](): void {
    this.#hasEnded = true;
    this.#watcher.close();
    clearTimeout(this.#timer);
    clearTimeout(this.#settle);
  }
}

function notYetRead({ environments }: ComparedFleet): LiveEnvironment[] {
  const at = new Date().toISOString();
  return environments.map(({ name }) => ({ name, at, problem: 'it is being read' }));
}
