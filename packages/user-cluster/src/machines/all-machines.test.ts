// SPDX-License-Identifier: Apache-2.0
import { allMachines } from './index.ts';
import { smallPool, testConfig } from './test-cluster.ts';

test('lists the control plane and every pool, with the number of machines that drains may take away', () => {
  const config = testConfig({
    controlPlane: { etcdDisk: { className: 'local' } },
    pools: [
      { ...smallPool, maxUnavailable: 2 },
      { ...smallPool, name: 'md-b', replicas: 5, maxUnavailable: 0 },
    ],
  });
  expect(allMachines(config)).toEqual([
    {
      path: ['controlPlane'],
      title: 'the control plane',
      role: 'control-plane',
      group: 'cp',
      machine: config.controlPlane,
      replicas: 1,
      maxUnavailable: 1,
      persistentDisks: [{ name: 'etcd', className: 'local' }],
    },
    {
      path: ['pools', 0],
      title: 'pool "md-a"',
      role: 'worker',
      group: 'md-a',
      machine: config.pools[0],
      replicas: 2,
      maxUnavailable: 2,
      persistentDisks: [],
    },
    {
      path: ['pools', 1],
      title: 'pool "md-b"',
      role: 'worker',
      group: 'md-b',
      machine: config.pools[1],
      replicas: 5,
      maxUnavailable: 1,
      persistentDisks: [],
    },
  ]);
  expect(allMachines({})).toEqual([]);
});
