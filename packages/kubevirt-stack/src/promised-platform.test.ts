// SPDX-License-Identifier: Apache-2.0
import { promisedPlatform } from './promised-platform.ts';
import { testConfig } from './test-config.ts';

const facts = {
  kubernetes: '1.35.4',
  hosts: [],
  storageClasses: [],
  network: {
    podCidrs: [],
    serviceCidrs: [],
    dnsServers: [],
    api: { addresses: [], ports: [] },
  },
};

// Proves: sizes.interrupt-vectors
test('user clusters are told what each preference does to the devices of VMs', () => {
  const preferences = [
    { name: 'fixed', cpuTopology: 'cores', devices: { disableHotplug: true, graphics: false } },
  ];
  const config = testConfig({ flavors: ['high-performance'], preferences });
  const { headlessPreferences, preferenceDevices } = promisedPlatform(config, facts);
  expect(headlessPreferences).toEqual(['fixed']);
  expect(preferenceDevices).toEqual([
    { name: 'sockets-advantage', networkMultiQueue: false, hotplug: true },
    { name: 'high-performance', networkMultiQueue: true, hotplug: true },
    { name: 'fixed', networkMultiQueue: false, hotplug: false },
  ]);
});
