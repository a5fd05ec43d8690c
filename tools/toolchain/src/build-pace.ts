// SPDX-License-Identifier: Apache-2.0
import { availableParallelism } from 'node:os';
import { aboutMinutes, expectedSeconds, remainingSeconds } from './build-estimate.ts';
import { gigabytes, measureDiskUse } from './disk-space.ts';
import type { DiskNeed, FreeSpace } from './disk-space.ts';
import { formatDuration } from './progress.ts';
import type { Tool } from './tool-types.ts';

/** Tools that are built, and the machine that builds them. */
export interface PaceOptions {
  /** The tools in build order. */
  readonly tools: readonly Pick<Tool, 'coldMinutes'>[];
  readonly needs: readonly DiskNeed[];
  /** @default reads the free space of the file systems */
  readonly freeSpace?: FreeSpace | undefined;
  /** @default the cores of the machine */
  readonly cores?: number | undefined;
}

/**
 * Tracks the builds of some tools: the time that is left, and the time and disk space they have
 * taken.
 */
export class BuildPace {
  /** One line to print before the first build. */
  readonly announcement: string;
  private readonly expected: number[];
  private readonly cores: number;
  private readonly taken: number[] = [];
  private readonly diskUse: () => Promise<number>;

  private constructor({ needs, tools }: PaceOptions, cores: number, use: () => Promise<number>) {
    this.cores = cores;
    this.expected = tools.map((tool) => expectedSeconds(tool, cores));
    this.diskUse = use;
    const disk = gigabytes(needs.reduce((sum, { mebibytes }) => sum + mebibytes, 0));
    const count = `${tools.length} Go ${tools.length === 1 ? 'tool' : 'tools'}`;
    this.announcement =
      `${count} to build from source: ${this.left(0)} if the ${cores} cores of this machine do ` +
      `nothing else and nothing is compiled yet, and up to ${disk} of disk. It may be stopped at ` +
      'any time: the next run goes on.';
  }

  static async begin(options: PaceOptions): Promise<BuildPace> {
    const { cores = availableParallelism(), freeSpace, needs } = options;
    return new BuildPace(options, cores, await measureDiskUse(needs, freeSpace));
  }

  /** Returns the time that the next build will take at the pace so far, such as `about 4 min`. */
  next(): string {
    const { taken } = this;
    const expected = this.expected.slice(0, taken.length + 1);
    return aboutMinutes(remainingSeconds({ expected, taken, current: 0 }));
  }

  /**
   * Returns the time that all remaining builds will take, such as `about 20 min`, when the next
   * build has been running for `seconds`.
   */
  left(seconds: number): string {
    const { expected, taken } = this;
    return aboutMinutes(remainingSeconds({ expected, taken, current: seconds }));
  }

  /** Takes these for the builds that are left, because other ones were planned. */
  replan(tools: readonly Pick<Tool, 'coldMinutes'>[]): void {
    const left = tools.map((tool) => expectedSeconds(tool, this.cores));
    this.expected.splice(this.taken.length, Infinity, ...left);
  }

  /**
   * Records that the next build is done.
   *
   * @returns what all builds have taken so far, and what is left.
   */
  async advance(milliseconds: number): Promise<string> {
    this.taken.push(milliseconds / 1_000);
    const so = this.taken.reduce((sum, seconds) => sum + seconds, 0);
    const cost = `${formatDuration(so * 1_000)} so far, ${gigabytes(await this.diskUse())} of disk`;
    return this.taken.length === this.expected.length ? cost : `${cost}, ${this.left(0)} left`;
  }
}
