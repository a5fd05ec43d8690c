// SPDX-License-Identifier: Apache-2.0
import { comparisonNames } from '../command-line.ts';
import type { Wish } from '../command-line.ts';
import { traceTable } from '../page/trace-table.ts';
import { writePage } from '../page/write-page.ts';
import { recordTraces } from './record-traces.ts';
import { writeTraces } from './traces-file.ts';

/** Traces the requested stacks, shows the tables, and writes the page. */
export async function traceStacks({ quick, scenarios }: Wish): Promise<void> {
  for (const scenario of comparisonNames.filter((name) => scenarios.includes(name))) {
    const traces = await recordTraces(scenario);
    console.log(traceTable(traces.operations));
    if (!quick) writeTraces(scenario, traces);
  }
  if (!quick) await writePage();
}
