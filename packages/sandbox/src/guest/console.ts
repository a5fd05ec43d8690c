// SPDX-License-Identifier: Apache-2.0

/** Where a part of the guest tells what it does: one line a call. */
export type Tell = (line: string) => void;

/** The serial console: every line with its time and who says it. */
export function consoleOf(unit: string): Tell {
  return (line) => {
    process.stdout.write(`${new Date().toISOString()} ${unit}: ${line}\n`);
  };
}

/** Tells a line only when it differs from the one before: for what is tried again and again. */
export function onChange(tell: Tell): (line: string | undefined) => void {
  let last: string | undefined;
  return (line) => {
    if (line !== last && line !== undefined) tell(line);
    last = line;
  };
}

/** Cuts a stream of text into lines. */
export function byLine(tell: Tell): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) tell(line);
  };
}
