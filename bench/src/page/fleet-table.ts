// SPDX-License-Identifier: Apache-2.0
import type { Sample } from '../scenarios/sample.ts';
import { shortNumber } from './bar-chart.ts';
import { fleetSizes, summaryOf, table } from './tables.ts';

const steps = ['create', 'change', 'preview', 'drift', 'destroy'] as const;

type Step = (typeof steps)[number];

/** Steps that run on all clusters of the fleet; the others run on one of them. */
const toAll: readonly Step[] = ['create', 'drift', 'destroy'];

/** Returns the measurements of one size of the fleet. */
function figuresOf(samples: readonly Sample[], size: number, step: Step) {
  const own = samples.filter(({ scenario }) => scenario === `fleet-${size}`);
  const of = (figure: 'seconds' | 'cpuSeconds' | 'peakMiB') =>
    summaryOf(own, 'strata', step, figure).median;
  return { seconds: of('seconds'), cpuSeconds: of('cpuSeconds'), peakMiB: of('peakMiB') };
}

/**
 * Returns a table of the costs of each step, with one row per size of the fleet and step.
 *
 * The last column compares with a single cluster. A step on all clusters is compared with as many
 * runs of a single cluster as there are clusters, in as many lanes as there are cores, without
 * gaps. A step on one cluster is compared with the same step without other clusters.
 *
 * @param lanes - number of clusters that ran in parallel.
 */
export function fleetTable(samples: readonly Sample[], lanes: number): string {
  const rows = fleetSizes(samples).flatMap((size) =>
    steps.map((step) => {
      const isAll = toAll.includes(step);
      const clusters = isAll ? size : 1;
      const { cpuSeconds, peakMiB, seconds } = figuresOf(samples, size, step);
      const alone = figuresOf(samples, 1, step).seconds;
      const ideal = isAll ? Math.max(1, size / lanes) * alone : alone;
      const cells = [seconds, cpuSeconds / clusters, peakMiB, seconds / ideal];
      const shown = cells.map((cell) => (Number.isNaN(cell) ? '' : shortNumber(cell)));
      return [String(size), step, isAll ? 'all' : 'one', ...shown];
    }),
  );
  const figures = ['seconds', 'CPU each, s', 'memory at its peak, MiB', 'to one alone'];
  return table(['clusters', 'step', 'done to', ...figures], rows);
}
