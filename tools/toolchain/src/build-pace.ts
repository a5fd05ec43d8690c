// SPDX-License-Identifier: Apache-2.0
import { availableParallelism } from 'node:os';
import { aboutMinutes, expectedSeconds, remainingSeconds } from './build-estimate.ts';
import { gigabytes, measureDiskUse } from './disk-space.ts';
import type { DiskNeed, FreeSpace } from './disk-space.ts';
import { formatDuration } from './progress.ts';
import type { Tool } from './tool-types.ts';

/** What is built, and on what. */
export interface PaceOptions {
  /** In the order of their builds. */
  readonly tools: readonly Pick<Tool, 'coldMinutes'>[];
  readonly needs: readonly DiskNeed[];
  /** @default what the file systems say */
  readonly freeSpace?: FreeSpace | undefined;
  /** @default those of the machine */
  readonly cores?: number | undefined;
}

/** How far the builds of some tools have come: what is left, and what they have cost. */
export class BuildPace {
  /** One line for the beginning. */
  readonly announcement: string;
  private readonly expected: readonly number[];
  private readonly taken: number[] = [];
  private readonly diskUse: () => Promise<number>;

  private constructor({ needs, tools }: PaceOptions, cores: number, use: () => Promise<number>) {
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

  /** What the next build will take at the pace so far, such as `about 4 min`. */
  next(): string {
    const { taken } = this;
    const expected = this.expected.slice(0, taken.length + 1);
    return aboutMinutes(remainingSeconds({ expected, taken, current: 0 }));
  }

  /** What is left of all, such as `about 20 min`, when the next build has been going on so long. */
  left(seconds: number): string {
    const { expected, taken } = this;
    return aboutMinutes(remainingSeconds({ expected, taken, current: seconds }));
  }

  /**
   * Takes down that the next build is done.
   *
   * @returns what all have cost, and what is left.
   */
  async advance(milliseconds: number): Promise<string> {
    this.taken.push(milliseconds / 1_000);
    const so = this.taken.reduce((sum, seconds) => sum + seconds, 0);
    const cost = `${formatDuration(so * 1_000)} so far, ${gigabytes(await this.diskUse())} of disk`;
    return this.taken.length === this.expected.length ? cost : `${cost}, ${this.left(0)} left`;
  }
}
