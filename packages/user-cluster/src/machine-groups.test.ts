// SPDX-License-Identifier: Apache-2.0
import { machineGroups } from './machine-groups.ts';
import { testContext } from './test-context.ts';

// Proves: cluster-networks.uncovered-interfaces
test('no NetworkPolicy covers the interface among control-plane nodes', () => {
  const addresses = ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'];
  const controlPlane = {
    instancetype: 'standard-2',
    rootDisk: { image: 'ubuntu' },
    endpoint: { address: '203.0.113.2' },
    replicas: 3,
    peers: { network: 'backbone', addresses },
  };
  const [group] = machineGroups(testContext({ controlPlane }));
  expect(group).toMatchObject({ name: 'cp', uncoveredInterfaces: ['backbone'] });
  expect(machineGroups(testContext())[0]).toMatchObject({ name: 'cp', uncoveredInterfaces: [] });
});
