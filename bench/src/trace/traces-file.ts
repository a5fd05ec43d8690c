// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { ComparisonName } from '../command-line.ts';
import { readRecord, writeRecord, writtenRecord } from '../scenarios/recorded-file.ts';
import { resultsFolder } from '../scenarios/result-file.ts';
import type { Machine } from '../scenarios/result-file.ts';
import type { OperationTrace } from './operation-trace.ts';

/** Recorded traces of one stack. */
export interface Traces {
  readonly at: string;
  readonly commit: string;
  readonly machine: Machine;
  readonly operations: readonly OperationTrace[];
}

const fileOf = (scenario: ComparisonName) => join(resultsFolder, `trace-${scenario}.json`);

/** Returns traces as text, one operation a line. */
export const writtenTraces = ({ operations, ...rest }: Traces) =>
  writtenRecord(rest, 'operations', operations);

export function writeTraces(scenario: ComparisonName, traces: Traces): void {
  writeRecord(fileOf(scenario), writtenTraces(traces));
}

/** Reads recorded traces; undefined when nothing was recorded yet. */
export const readTraces = (scenario: ComparisonName) =>
  readRecord(fileOf(scenario)) as Traces | undefined;
