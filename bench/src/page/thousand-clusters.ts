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

const cpuOf = (samples: readonly Sample[], step: Step) =>
  summaryOf(samples, 'strata', step, 'cpuSeconds').median;

const ofSize = (samples: readonly Sample[], size: number) =>
  samples.filter(({ scenario }) => scenario === `fleet-${size}`);

/**
 * Returns a table of the costs of 1,000 clusters, computed from the largest fleet that was measured:
 * the time of a step grows with the number of clusters, and shrinks with the number of cores. A step
 * that was measured on one cluster keeps the cores as busy as the drift check of the fleet did. Clusters
 * of the fleet have no inside, so each step takes as much more of the processor as it takes one cluster
 * that has one.
 *
 * @param fleet - samples of fleets, one of a single cluster among them.
 * @param whole - samples of one cluster with its inside.
 * @returns a table without rows if no fleet of several clusters was measured.
 */
export function thousandClustersTable(
  fleet: readonly Sample[],
  whole: readonly Sample[],
  { cores }: Pick<Machine, 'cores'>,
) {
  const size = Math.max(...fleetSizes(fleet));
  const largest = ofSize(fleet, size);
  const secondsOf = (step: Step) => summaryOf(largest, 'strata', step, 'seconds').median;
  const busyCores = cpuOf(largest, 'drift') / secondsOf('drift');
  const rows = steps.flatMap((step) => {
    const isAll = toAll.includes(step);
    const cpuEach = cpuOf(largest, step) / (isAll ? size : 1);
    const secondsEach = isAll ? secondsOf(step) / size : cpuEach / busyCores;
    const inside = cpuOf(whole, step) / cpuOf(ofSize(fleet, 1), step);
    if (size < 2 || Number.isNaN(secondsEach * inside)) return [];
    const more = cpuEach * (inside - 1);
    const minutes = ((secondsEach + more / busyCores) * clusters) / 60;
    const cells = [cpuEach, cpuEach + more, minutes, minutes / jobs];
    return [[step, ...cells.map(shortNumber)]];
  });
  const machine = `of ${cores} cores`;
  return table(
    [
      `step, done to ${clusters.toLocaleString('en')} clusters`,
      'CPU each, s, in the measured fleet',
      'CPU each, s, with what is inside',
      `on one machine ${machine}, min`,
      `in ${jobs} jobs, each on a machine ${machine}, min`,
    ],
    rows,
  );
}
