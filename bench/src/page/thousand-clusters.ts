// SPDX-License-Identifier: Apache-2.0
import type { Machine } from '../scenarios/result-file.ts';
import type { Sample } from '../scenarios/sample.ts';
import { shortNumber } from './bar-chart.ts';
import { fleetSizes, summaryOf, table } from './tables.ts';

/** Number of clusters that the table is for. */
const clusters = 1_000;

/** Jobs that share the clusters of the last column, each on a machine like the measured one. */
const jobs = 10;

const steps = ['preview', 'change', 'drift', 'create', 'destroy'] as const;

type Step = (typeof steps)[number];

/** Steps that were measured on all clusters of the fleet at once; the others on one of them. */
const toAll: readonly Step[] = ['create', 'drift', 'destroy'];

/**
 * Returns a table of the costs of 1,000 clusters, computed from the largest fleet that was measured:
 * the time of a step grows with the number of clusters, and shrinks with the number of cores. A step
 * that was measured on one cluster keeps the cores as busy as the drift check of the fleet did.
 *
 * @returns a table without rows if no fleet of several clusters was measured.
 */
export function thousandClustersTable(
  samples: readonly Sample[],
  { cores }: Pick<Machine, 'cores'>,
) {
  const size = Math.max(...fleetSizes(samples));
  const largest = samples.filter(({ scenario }) => scenario === `fleet-${size}`);
  const of = (step: Step, figure: 'seconds' | 'cpuSeconds') =>
    summaryOf(largest, 'strata', step, figure).median;
  const busyCores = of('drift', 'cpuSeconds') / of('drift', 'seconds');
  const rows = steps.flatMap((step) => {
    const isAll = toAll.includes(step);
    const cpuEach = of(step, 'cpuSeconds') / (isAll ? size : 1);
    const secondsEach = isAll ? of(step, 'seconds') / size : cpuEach / busyCores;
    if (size < 2 || Number.isNaN(secondsEach)) return [];
    const minutes = (secondsEach * clusters) / 60;
    const cells = [cpuEach, (cpuEach * clusters) / 60, minutes, minutes / jobs];
    return [[step, ...cells.map(shortNumber)]];
  });
  const machine = `of ${cores} cores`;
  return table(
    [
      `step, done to ${clusters.toLocaleString('en')} clusters`,
      'CPU each, s',
      'CPU of all, min',
      `on one machine ${machine}, min`,
      `in ${jobs} jobs, each on a machine ${machine}, min`,
    ],
    rows,
  );
}
