// SPDX-License-Identifier: Apache-2.0

/** Gets what is done next, without a full stop. */
export type Tell = (step: string) => void;

/** Milliseconds after which a step that is still being done is told again. */
const pause = 15_000;

/** Steps that people follow, each told when it begins and again while it lasts. */
export class Progress {
  readonly #write: (line: string) => void;
  #step = 'beginning';
  #timer: NodeJS.Timeout | undefined;

  /** @param write - gets lines for people. */
  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** Step that is in progress. */
  get step(): string {
    return this.#step;
  }

  /** Begins a step. */
  readonly tell: Tell = (step) => {
    this.end();
    this.#step = step;
    this.#write(`${step} ...`);
    let seconds = 0;
    this.#timer = setInterval(() => {
      seconds += pause / 1_000;
      this.#write(`${step} ... ${seconds} s`);
    }, pause);
    this.#timer.unref();
  };

  /** Nothing is being done any more. */
  end(): void {
    clearInterval(this.#timer);
  }
}
