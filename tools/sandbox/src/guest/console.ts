// SPDX-License-Identifier: Apache-2.0

/** Writes one line about what a part of the guest does. */
export type Tell = (line: string) => void;

/** Returns a function that writes lines to the serial console, each with its time and its unit. */
export function consoleOf(unit: string): Tell {
  return (line) => {
    process.stdout.write(`${new Date().toISOString()} ${unit}: ${line}\n`);
  };
}

/**
 * Returns a function that writes a line only when it differs from the previous one: for work that
 * is tried again and again.
 */
export function onChange(tell: Tell): (line: string | undefined) => void {
  let last: string | undefined;
  return (line) => {
    if (line !== last && line !== undefined) tell(line);
    last = line;
  };
}

/** Returns a function that splits a stream of text into lines and writes each of them. */
export function byLine(tell: Tell): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) tell(line);
  };
}
