// SPDX-License-Identifier: Apache-2.0
import type { Sample, Subject } from '../scenarios/sample.ts';
import { thousandClustersTable } from './thousand-clusters.ts';

const sample = (size: number, operation: Subject, seconds: number, cpuSeconds: number): Sample => ({
  scenario: `fleet-${size}`,
  round: 1,
  tool: 'strata',
  operation,
  seconds,
  cpuSeconds,
  peakMiB: 400,
  serverCpuSeconds: 0,
  stateBytes: 0,
  cpuBy: {},
});

test('computes a thousand clusters from the largest fleet, and what is inside from one cluster', () => {
  const fleet = [
    sample(1, 'drift', 1, 1),
    sample(1, 'preview', 2, 3),
    sample(1, 'create', 4, 2),
    sample(100, 'drift', 60, 90),
    sample(100, 'preview', 2, 3),
    sample(100, 'create', 120, 180),
  ];
  const whole = [sample(1, 'drift', 1, 2), sample(1, 'preview', 2, 4.5), sample(1, 'create', 9, 4)];
  expect(thousandClustersTable(fleet, whole, { cores: 2 }).split('\n')).toEqual([
    '| step, done to 1,000 clusters | CPU each, s, in the measured fleet | CPU each, s, with what is inside | on one machine of 2 cores, min | in 10 jobs, each on a machine of 2 cores, min |',
    '| --- | --- | --- | --- | --- |',
    '| preview | 3.00 | 4.50 | 50.0 | 5.00 |',
    '| drift | 0.90 | 1.80 | 20.0 | 2.00 |',
    '| create | 1.80 | 3.60 | 40.0 | 4.00 |',
  ]);
});

test('computes nothing from one cluster alone', () => {
  const alone = [sample(1, 'drift', 1, 1)];
  expect(thousandClustersTable(alone, alone, { cores: 2 }).split('\n')).toHaveLength(2);
});
