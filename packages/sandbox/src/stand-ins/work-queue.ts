// SPDX-License-Identifier: Apache-2.0
import { messageOf, type Log } from './log.ts';

export interface WorkQueueOptions {
  /** For the log. */
  readonly name: string;
  /** Brings one object to where it should be. What it throws is logged and tried again. */
  readonly sync: (key: string) => Promise<void>;
  readonly log: Log;
  /** Keys worked on at the same time; one key never twice. @default 1 */
  readonly workers?: number;
  /** Pauses after failures, doubled each time, in milliseconds. @default 1 s to 5 min */
  readonly backoff?: { readonly first: number; readonly most: number };
}

/** Keys to be worked on, each once however often it is added, with a growing pause after failures. */
export class WorkQueue {
  private readonly options: WorkQueueOptions;
  private readonly waiting = new Set<string>();
  private readonly running = new Set<string>();
  private readonly failures = new Map<string, number>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private stopped = false;

  constructor(options: WorkQueueOptions) {
    this.options = options;
  }

  add(key: string): void {
    if (this.stopped) return;
    this.waiting.add(key);
    this.dispatch();
  }

  /** Adds the key later, in milliseconds. */
  addAfter(key: string, delay: number): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.add(key);
    }, delay);
    this.timers.add(timer);
  }

  /** Takes nothing more up; what runs, runs to its end. */
  stop(): void {
    this.stopped = true;
    this.waiting.clear();
    for (const timer of this.timers) clearTimeout(timer);
  }

  private dispatch(): void {
    for (const key of this.waiting) {
      if (this.stopped || this.running.size >= (this.options.workers ?? 1)) return;
      if (this.running.has(key)) continue;
      this.waiting.delete(key);
      this.running.add(key);
      void this.work(key);
    }
  }

  private async work(key: string): Promise<void> {
    const { name, sync, log, backoff = { first: 1_000, most: 300_000 } } = this.options;
    try {
      await sync(key);
      this.failures.delete(key);
    } catch (error) {
      const count = this.failures.get(key) ?? 0;
      this.failures.set(key, count + 1);
      if (!this.stopped) log.error(`${name}: ${key}: ${messageOf(error)}, trying again`);
      this.addAfter(key, Math.min(backoff.first * 2 ** count, backoff.most));
    }
    this.running.delete(key);
    this.dispatch();
  }
}
