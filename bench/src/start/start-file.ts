// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { readRecord, writeRecord, writtenRecord } from '../scenarios/recorded-file.ts';
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
  writeRecord(file, writtenRecord(rest, 'waits', waits));
}

/** Reads the recorded waits; undefined when nothing was recorded yet. */
export const readStartFile = () => readRecord(file) as StartWaits | undefined;
