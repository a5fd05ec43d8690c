// SPDX-License-Identifier: Apache-2.0
import { testMachine } from './test-cluster.ts';
import { toleratedHosts } from './tolerated-hosts.ts';

const hosts = [
  { name: 'unknown' },
  { name: 'open', taints: [] },
  { name: 'cp', taints: [{ key: 'role/control-plane', effect: 'NoSchedule' as const }] },
  {
    name: 'gpu',
    taints: [
      { key: 'only', value: 'gpu', effect: 'NoSchedule' as const },
      { key: 'only', value: 'gpu', effect: 'NoExecute' as const },
    ],
  },
];

test.each([
  ['none', [], []],
  ['one of each key', [{ key: 'role/control-plane' }], ['cp']],
  ['another key', [{ key: 'role/worker', operator: 'Exists' }], []],
  ['the value', [{ key: 'only', value: 'gpu' }], ['gpu']],
  ['another value', [{ key: 'only', value: 'cpu' }], []],
  ['any value', [{ key: 'only', operator: 'Exists' }], ['gpu']],
  ['one of two effects', [{ key: 'only', operator: 'Exists', effect: 'NoSchedule' }], []],
  ['every taint', [{ operator: 'Exists' }], ['cp', 'gpu']],
])('VMs that tolerate %s run on hosts with these taints', (_, tolerations, more) => {
  const { machine } = testMachine({ scheduling: { tolerations } });
  const names = toleratedHosts(hosts, machine.scheduling).map(({ name }) => name);
  expect(names).toEqual(['unknown', 'open', ...more]);
});
