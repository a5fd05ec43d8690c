// SPDX-License-Identifier: Apache-2.0

/** Milliseconds after which each part of the hardware looks at everything again. */
const resyncEvery = 10_000;

/** Milliseconds before a failed pass is tried again. */
const retryAfter = 1_000;

/**
 * Runs one pass after another, never two at once: after each call of `trigger`, after a failure,
 * and at regular intervals. A pass looks at the whole state, so a missed event does no harm.
 */
export class Reconciler {
  private readonly pass: () => Promise<void>;
  private readonly onError: (error: Error) => void;
  private readonly interval: NodeJS.Timeout;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(pass: () => Promise<void>, onError: (error: Error) => void) {
    this.pass = pass;
    this.onError = onError;
    this.interval = setInterval(() => this.trigger(), resyncEvery);
  }

  trigger(): void {
    if (this.stopped) return;
    if (this.running !== undefined) {
      this.again = true;
      return;
    }
    // Start later, because a pass may call `trigger` before its first wait.
    this.running = Promise.resolve().then(() => this.run());
  }

  /** Ends the passes, and waits for the one that runs. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.interval);
    await this.running;
  }

  private async run(): Promise<void> {
    try {
      await this.pass();
    } catch (error) {
      this.onError(error as Error);
      setTimeout(() => this.trigger(), retryAfter).unref();
    }
    this.running = undefined;
    if (!this.again) return;
    this.again = false;
    this.trigger();
  }
}
