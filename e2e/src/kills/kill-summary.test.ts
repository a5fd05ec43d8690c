// SPDX-License-Identifier: Apache-2.0
import type { Kill } from './kill-schedule.ts';
import { renderSummary, type KillResult } from './kill-summary.ts';

const kill = (number: number, change: Partial<Kill>): Kill => ({
  number,
  operation: 'create',
  victim: 'pulumi',
  part: 0.5,
  pick: 0,
  ...change,
});

test('kills are counted by victim and operation, and the first failure is told', () => {
  const results: readonly KillResult[] = [
    { kill: kill(1, {}), end: 'put right', seconds: 61, problems: [] },
    {
      kill: kill(2, { operation: 'roll', victim: 'etcd' }),
      end: 'went on',
      seconds: 9,
      problems: [],
    },
    { kill: kill(3, { operation: 'upgrade' }), end: 'not met', seconds: 2, problems: [] },
    {
      kill: kill(4, { operation: 'destroy', victim: 'supervisor', part: 0.254 }),
      end: 'failed',
      seconds: 100,
      problems: ['left over: Namespace/cluster-demo'],
    },
  ];
  expect(renderSummary(7, results)).toBe(
    [
      'killed               create  roll  upgrade  destroy  all',
      'pulumi                    1     0        0        0    1',
      'strata-provider           0     0        0        0    0',
      'kubernetes-provider       0     0        0        0    0',
      'supervisor                0     0        0        1    1',
      'etcd                      0     1        0        0    1',
      'kube-apiserver            0     0        0        0    0',
      '',
      'seed 7: 4 kills: 1 went on, 1 put right, 1 not met, 1 failed',
      'whole again after 61 s (median), at most 100 s',
      '',
      'FAILED: kill 4: supervisor, after 25 % of destroy',
      '  left over: Namespace/cluster-demo',
    ].join('\n'),
  );
});
