// SPDX-License-Identifier: Apache-2.0
import type { Sample, Subject } from '../scenarios/sample.ts';
import { fleetTable } from './fleet-table.ts';

const sample = (size: number, operation: Subject, seconds: number): Sample => ({
  scenario: `fleet-${size}`,
  round: 1,
  tool: 'strata',
  operation,
  seconds,
  cpuSeconds: seconds,
  peakMiB: 400,
  serverCpuSeconds: 0,
  stateBytes: 0,
  cpuBy: {},
});

test('compares a fleet with gapless runs of one cluster', () => {
  const samples = [
    sample(1, 'create', 10),
    sample(1, 'change', 4),
    sample(10, 'create', 60),
    sample(10, 'change', 4.4),
  ];
  const rows = fleetTable(samples, 2).split('\n');
  expect(rows).toContain('| 10 | create | all | 60.0 | 6.00 | 400 | 1.20 |');
  expect(rows).toContain('| 10 | change | one | 4.40 | 4.40 | 400 | 1.10 |');
  expect(rows).toContain('| 1 | create | all | 10.0 | 10.0 | 400 | 1.00 |');
});

test('compares nothing when one cluster was not measured', () => {
  const rows = fleetTable([sample(10, 'create', 60)], 2).split('\n');
  expect(rows).toContain('| 10 | create | all | 60.0 | 6.00 | 400 |  |');
});
