// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns a record as JSON whose items stand one a line, so that a diff of two runs is readable.
 *
 * @param key - key of the items, the last one of the record.
 */
export function writtenRecord(rest: object, key: string, items: readonly object[]): string {
  const lines = items.map((item) => `    ${JSON.stringify(item)}`);
  const head = JSON.stringify(rest, null, 2).replace(/\n\}$/, '');
  return `${head},\n  "${key}": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

export function writeRecord(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Reads a record; undefined when nothing was recorded yet. */
export function readRecord(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
