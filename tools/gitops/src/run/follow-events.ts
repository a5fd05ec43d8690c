// SPDX-License-Identifier: Apache-2.0
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { engineEvent } from './engine-event.ts';
import type { EngineEvent } from './engine-event.ts';

/** Milliseconds between two reads of the log. */
const interval = 200;

/** Reads an event log while Pulumi writes it. */
export class EventFollower {
  readonly events: EngineEvent[] = [];
  /** Time of the last event, from Date.now(). */
  lastEventAt = Date.now();
  readonly #path: string;
  readonly #onEvent: (event: EngineEvent) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #decoder = new StringDecoder('utf8');
  #position = 0;
  #unfinished = '';

  constructor(path: string, onEvent: (event: EngineEvent) => void) {
    this.#path = path;
    this.#onEvent = onEvent;
    this.#timer = setInterval(() => this.#read(), interval);
  }

  /** Reads the rest after Pulumi has ended. */
  stop(): readonly EngineEvent[] {
    clearInterval(this.#timer);
    this.#read();
    // The last line may be incomplete.
    if (this.#unfinished.trim() !== '') this.#take(this.#unfinished);
    return this.events;
  }

  #read(): void {
    let file: number;
    try {
      file = openSync(this.#path, 'r');
    } catch {
      // Pulumi has not made the file yet.
      return;
    }
    const buffer = Buffer.alloc(1 << 16);
    for (;;) {
      const length = readSync(file, buffer, 0, buffer.length, this.#position);
      if (length === 0) break;
      this.#position += length;
      const lines = (this.#unfinished + this.#decoder.write(buffer.subarray(0, length))).split(
        '\n',
      );
      this.#unfinished = lines.pop() ?? '';
      lines.forEach((line) => this.#take(line));
    }
    closeSync(file);
  }

  #take(line: string): void {
    const parsed = engineEvent.safeParse(parseOrUndefined(line));
    // Pulumi was killed in the middle of this line; only the lines before it are known.
    if (!parsed.success) return;
    // Debug messages are most of the log, and may be there only because of our own flag.
    if (parsed.data.diagnosticEvent?.severity === 'debug') return;
    this.lastEventAt = Date.now();
    this.events.push(parsed.data);
    this.#onEvent(parsed.data);
  }
}

function parseOrUndefined(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
