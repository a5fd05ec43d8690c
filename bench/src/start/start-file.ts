// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsFolder } from '../scenarios/result-file.ts';
import type { Machine } from '../scenarios/result-file.ts';
import type { Wait } from './start-waits.ts';

/** Recorded waits of one start of the sandbox. */
export interface StartWaits {
  readonly at: string;
  readonly commit: string;
  readonly machine: Machine;
  readonly waits: readonly Wait[];
}

const file = join(resultsFolder, 'start.json');

export function writeStart({ waits, ...rest }: StartWaits): void {
  const lines = waits.map((wait) => `    ${JSON.stringify(wait)}`);
  const head = JSON.stringify(rest, null, 2).replace(/\n\}$/, '');
  writeFileSync(file, `${head},\n  "waits": [\n${lines.join(',\n')}\n  ]\n}\n`);
}

/** Reads the recorded waits; undefined when nothing was recorded yet. */
export function readStartFile(): StartWaits | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StartWaits;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
