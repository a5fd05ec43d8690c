// SPDX-License-Identifier: Apache-2.0
import type { Machine } from '../scenarios/result-file.ts';
import type { Traces } from '../trace/traces-file.ts';
import { traceTable } from './trace-table.ts';

/** Load above which other programs were working. */
const busy = 0.5;

function loadOf({ loadBefore }: Machine): string {
  const load = `load before: ${loadBefore}.`;
  if (loadBefore <= busy) return load;
  return `${load} Other programs were working at the same time, so only the shares count, and small ones say little.`;
}

/** Returns the text of the page for the traces of a stack. */
export function traceSection(picture: string, { at, commit, machine, operations }: Traces): string {
  const names = operations.map(({ operation }) => operation).join(', ');
  const { cores, cpu, node } = machine;
  return [
    `${at.slice(0, 10)}, commit ${commit}; ${cores} cores of ${cpu}, Node ${node}; ${loadOf(machine)}`,
    `![When each part works, and its share of the whole: ${names}](performance/${picture})`,
    traceTable(operations),
  ].join('\n\n');
}
