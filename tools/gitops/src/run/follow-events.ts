// SPDX-License-Identifier: Apache-2.0
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { engineEvent } from './engine-event.ts';
import type { EngineEvent } from './engine-event.ts';

/** How often the log is looked at, in milliseconds. */
const interval = 200;

/** Reads an event log while Pulumi writes it. */
export class EventFollower {
  readonly events: EngineEvent[] = [];
  /** When the last event came, as Date.now() says. */
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

  /** Reads what is left; Pulumi has ended. */
  stop(): readonly EngineEvent[] {
    clearInterval(this.#timer);
    this.#read();
    // The last line may lack its end.
    if (this.#unfinished.trim() !== '') this.#take(this.#unfinished);
    return this.events;
  }

  #read(): void {
    let file: number;
    try {
      file = openSync(this.#path, 'r');
    } catch {
      // Pulumi has not made it yet.
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
    // Killed in the middle of a line: what came before it is what is known.
    if (!parsed.success) return;
    // Debug messages are most of the log, and may be there because of our own flag alone.
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
