// SPDX-License-Identifier: Apache-2.0
import { leastRatios } from '../check/least-ratios.ts';
import { ratioOf, ratiosOf } from '../check/ratios.ts';
import type { ComparisonName } from '../command-line.ts';
import { summarize } from '../measure/statistics.ts';
import type { Summary } from '../measure/statistics.ts';
import type { Figure } from '../measure/run-measured.ts';
import { comparedOperations } from '../scenarios/compared-operations.ts';
import { starts } from '../scenarios/sample.ts';
import type { Sample, Subject } from '../scenarios/sample.ts';
import { operations, toolNames } from '../subjects/tool.ts';
import type { Experiment, ToolName } from '../subjects/tool.ts';
import { shortNumber } from './bar-chart.ts';

type Rows = readonly (readonly string[])[];

/** Returns a table in Markdown. */
export function table(head: readonly string[], rows: Rows): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns the sizes of the measured fleets, the smallest first. */
export function fleetSizes(samples: readonly Sample[]): number[] {
  const sizes = samples.map(({ scenario }) => Number(scenario.replace('fleet-', '')));
  return [...new Set(sizes)].toSorted((a, b) => a - b);
}

/** Returns the values of one measurement of one subject of one tool, over the rounds. */
export function summaryOf(
  samples: readonly Sample[],
  tool: ToolName | Experiment,
  operation: Subject,
  figure: Figure = 'seconds',
): Summary {
  return summarize(
    samples
      .filter((one) => one.tool === tool && one.operation === operation)
      .map((one) => one[figure]),
  );
}

const withSpread = ({ median, runs, spread }: Summary) =>
  runs === 0 ? '' : `${shortNumber(median)} ± ${shortNumber(spread)}`;

const reached = (target: number | undefined, { median, runs }: Summary) => {
  if (target === undefined || runs === 0) return '';
  return median <= target ? 'yes' : 'no';
};

/** Returns a table of every ratio with its target. */
export function ratioTable(scenario: ComparisonName, samples: readonly Sample[]): string {
  const rows = ratiosOf(scenario).map((ratio) => {
    const now = ratioOf(ratio, samples);
    const target = ratio.target === undefined ? '' : `at most ${ratio.target}`;
    return [ratio.says, withSpread(now), target, reached(ratio.target, now)];
  });
  return table(['ratio', 'median ± spread', 'wanted', 'reached'], rows);
}

/** Returns a table of what experiments take that do less than Strata has to do. */
export function leastTable(scenario: ComparisonName, samples: readonly Sample[]): string {
  const rows = leastRatios(scenario).flatMap((ratio) => {
    const now = ratioOf(ratio, samples);
    return now.runs === 0 ? [] : [[ratio.says, withSpread(now)]];
  });
  if (rows.length === 0) return 'Not measured yet.';
  return table(['ratio', 'median ± spread'], rows);
}

/** Returns a table of the seconds of every operation, with one column per tool. */
export function secondsTable(scenario: ComparisonName, samples: readonly Sample[]): string {
  const rows = comparedOperations[scenario].map((operation) => [
    operation,
    ...toolNames.map((tool) => withSpread(summaryOf(samples, tool, operation))),
  ]);
  return table(['seconds', ...toolNames], rows);
}

const figures: readonly (readonly [Figure, string, (value: number) => number])[] = [
  ['seconds', 'seconds', (value) => value],
  ['cpuSeconds', 'CPU, s', (value) => value],
  ['serverCpuSeconds', 'CPU of the API servers, s', (value) => value],
  ['peakMiB', 'memory at its peak, MiB', (value) => value],
  ['stateBytes', 'state written, KiB', (value) => value / 1_024],
];

/** Returns a table of the costs of every operation of the tools. */
export function costTable(samples: readonly Sample[]): string {
  const subjects: readonly Subject[] = ['floor', ...starts, ...operations];
  const rows = toolNames.flatMap((tool) =>
    subjects.flatMap((subject) => {
      if (summaryOf(samples, tool, subject).runs === 0) return [];
      const cells = figures.map(([figure, , scale]) =>
        shortNumber(scale(summaryOf(samples, tool, subject, figure).median)),
      );
      return [[tool, subject, ...cells]];
    }),
  );
  return table(['tool', 'operation', ...figures.map(([, words]) => words)], rows);
}

/** Names of programs, as the kernel truncates them, and their names for people. */
const partsOf: readonly (readonly [readonly string[], string])[] = [
  [['pulumi'], 'engine, with checkpoints'],
  [['node', 'MainThread'], 'Node: program and plug-in of keys'],
  [['pulumi-resource', 'pulumi-resour'], 'provider of Kubernetes'],
  [['pulumi-language', 'pulumi-langua'], 'language host'],
];

/** Returns a table of the CPU time by program. */
export function partsTable(samples: readonly Sample[]): string {
  const subjects: readonly Subject[] = ['floor', ...operations];
  const rows = (['strata', 'stock'] as const).flatMap((tool) =>
    subjects.flatMap((subject) => {
      const own = samples.filter((one) => one.tool === tool && one.operation === subject);
      if (own.length === 0) return [];
      const cells = partsOf.map(([commands]) => {
        const values = own.map(({ cpuBy }) =>
          commands.reduce((sum, command) => sum + (cpuBy[command] ?? 0), 0),
        );
        return shortNumber(summarize(values).median);
      });
      const servers = shortNumber(summaryOf(own, tool, subject, 'serverCpuSeconds').median);
      return [[tool, subject, ...cells, servers]];
    }),
  );
  const heads = partsOf.map(([, words]) => words);
  return table(['tool', 'operation', ...heads, 'API servers and etcd'], rows);
}
