// SPDX-License-Identifier: Apache-2.0
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparisonName } from '../command-line.ts';
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
export function writtenTraces({ operations, ...rest }: Traces): string {
  const lines = operations.map((operation) => `    ${JSON.stringify(operation)}`);
  const head = JSON.stringify(rest, null, 2).replace(/\n\}$/, '');
  return `${head},\n  "operations": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

export function writeTraces(scenario: ComparisonName, traces: Traces): void {
  writeFileSync(fileOf(scenario), writtenTraces(traces));
}

/** Reads recorded traces; undefined when nothing was recorded yet. */
export function readTraces(scenario: ComparisonName): Traces | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(scenario), 'utf8')) as Traces;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
