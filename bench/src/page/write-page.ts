// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { comparisonNames } from '../command-line.ts';
import type { ComparisonName, ScenarioName } from '../command-line.ts';
import { comparedOperations } from '../scenarios/compared-operations.ts';
import { readResults, resultsFolder } from '../scenarios/result-file.ts';
import type { Results } from '../scenarios/result-file.ts';
import { toolNames } from '../subjects/tool.ts';
import { renderBarChart } from './bar-chart.ts';
import type { BarChart } from './bar-chart.ts';
import { fleetTable } from './fleet-table.ts';
import { readStartFile } from '../start/start-file.ts';
import { readTraces } from '../trace/traces-file.ts';
import { renderStartChart } from './start-chart.ts';
import { startTable } from './start-table.ts';
import { renderTraceChart } from './trace-chart.ts';
import { traceSection } from './trace-section.ts';
import { thousandClustersTable } from './thousand-clusters.ts';
import {
  costTable,
  leastTable,
  partsTable,
  ratioTable,
  secondsTable,
  summaryOf,
} from './tables.ts';

const page = join(workspaceRoot, 'docs/performance.md');
const plots = join(workspaceRoot, 'docs/performance');

/** Returns the two lines between which the bench writes; people write everything else. */
const marks = (name: string) => [`<!-- bench: ${name} -->`, `<!-- bench: end -->`] as const;

/** Replaces the text between the marks of a name. */
export function fillIn(document: string, name: string, text: string): string {
  const [begin, end] = marks(name);
  const from = document.indexOf(begin);
  const to = document.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has no "${begin}" ... "${end}".`);
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}

function provenance({ at, commit, machine, samples }: Results): string {
  const { cores, cpu, kernel, loadBefore, memoryGiB, node } = machine;
  const rounds = new Set(samples.map(({ round }) => round)).size;
  return `${at.slice(0, 10)}, commit ${commit}, rounds: ${rounds}; ${cores} cores of ${cpu}, ${memoryGiB} GiB, Linux ${kernel}, Node ${node}; load before: ${loadBefore}.`;
}

const titles: Readonly<Record<ComparisonName, string>> = {
  'one-cluster': 'One user cluster',
  platform: 'The platform',
};

function chartOf(scenario: ComparisonName, { samples }: Results): BarChart {
  return {
    title: titles[scenario],
    unit: 'seconds (less is better)',
    groups: comparedOperations[scenario].map((operation) => ({
      name: operation,
      bars: toolNames.flatMap((series) => {
        const { median, runs, spread } = summaryOf(samples, series, operation);
        return runs === 0 ? [] : [{ series, value: median, spread }];
      }),
    })),
  };
}

/** Texts of a section by their marks. */
type Section = Readonly<Record<string, string>>;

const comparison =
  (scenario: ComparisonName) =>
  (results: Results): Section => {
    const { samples } = results;
    writeFileSync(join(plots, `${scenario}.svg`), renderBarChart(chartOf(scenario, results)));
    const plot = `![Seconds by tool and operation](performance/${scenario}.svg)`;
    return {
      [`${scenario} ratios`]: `${provenance(results)}\n\n${ratioTable(scenario, samples)}`,
      [`${scenario} least`]: leastTable(scenario, samples),
      [`${scenario} seconds`]: `${plot}\n\n${secondsTable(scenario, samples)}`,
      [`${scenario} costs`]: costTable(samples),
      [`${scenario} parts`]: partsTable(samples),
    };
  };

/** Parts of the page that come from the results of each scenario. */
const sections: Readonly<Record<ScenarioName, (results: Results) => Section>> = {
  'one-cluster': comparison('one-cluster'),
  platform: comparison('platform'),
  fleet: (results) => ({
    fleet: `${provenance(results)}\n\n${fleetTable(results.samples, results.machine.cores)}`,
    'a thousand clusters': thousandClustersTable(
      results.samples,
      readResults(join(resultsFolder, 'one-cluster.json'))?.samples ?? [],
      results.machine,
    ),
  }),
};

/** Returns the document with the recorded traces, and writes their pictures. */
function withTraces(document: string): string {
  let filled = document;
  for (const scenario of comparisonNames) {
    const traces = readTraces(scenario);
    if (traces === undefined) continue;
    const picture = `trace-${scenario}.svg`;
    const title = `${titles[scenario]}: where the time goes, share of the whole`;
    writeFileSync(join(plots, picture), renderTraceChart(title, traces.operations));
    filled = fillIn(filled, `trace ${scenario}`, traceSection(picture, traces));
  }
  return filled;
}

/** Returns the document with what the first start of the sandbox waited for, and draws it. */
function withStart(document: string): string {
  const start = readStartFile();
  if (start === undefined) return document;
  const { at, commit, machine, waits } = start;
  const picture = 'start.svg';
  writeFileSync(
    join(plots, picture),
    renderStartChart('The first start of the sandbox: seconds after its first process', waits),
  );
  const text = [
    `${at.slice(0, 10)}, commit ${commit}; ${machine.cores} cores of ${machine.cpu}, Node ${machine.node}.`,
    `![When each stack and each workload was made, ran and was ready](performance/${picture})`,
    startTable(waits),
  ];
  return fillIn(document, 'start', text.join('\n\n'));
}

/** Writes the tables and plots of the page from recorded results. */
export async function writePage(): Promise<void> {
  mkdirSync(plots, { recursive: true });
  let document = readFileSync(page, 'utf8');
  for (const [scenario, render] of Object.entries(sections)) {
    const results = readResults(join(resultsFolder, `${scenario}.json`));
    if (results === undefined) continue;
    for (const [name, text] of Object.entries(render(results))) {
      document = fillIn(document, name, text);
    }
  }
  document = withStart(withTraces(document));
  writeFileSync(page, await format(document, { parser: 'markdown', ...(await prettierOptions()) }));
}

async function prettierOptions() {
  const { resolveConfig } = await import('prettier');
  return (await resolveConfig(page)) ?? {};
}
