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

test('computes a thousand clusters from the largest fleet', () => {
  const samples = [
    sample(1, 'drift', 1, 1),
    sample(100, 'drift', 60, 90),
    sample(100, 'preview', 2, 3),
    sample(100, 'create', 120, 180),
  ];
  expect(thousandClustersTable(samples, { cores: 2 }).split('\n')).toEqual([
    '| step, done to 1,000 clusters | CPU each, s | CPU of all, min | on one machine of 2 cores, min | in 10 jobs, each on a machine of 2 cores, min |',
    '| --- | --- | --- | --- | --- |',
    '| preview | 3.00 | 50.0 | 33.3 | 3.33 |',
    '| drift | 0.90 | 15.0 | 10.0 | 1.00 |',
    '| create | 1.80 | 30.0 | 20.0 | 2.00 |',
  ]);
});

test('computes nothing from one cluster alone', () => {
  const rows = thousandClustersTable([sample(1, 'drift', 1, 1)], { cores: 2 }).split('\n');
  expect(rows).toHaveLength(2);
});
