// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { kubevirtStackConfig } from '../kubevirt-stack-config.ts';

/** The smallest configuration in which each group of keys is there. */
export const smallest = {
  storage: { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
  metallb: {
    pools: [{ name: 'default', addresses: ['10.0.0.0/28'] }],
    l2: {},
    bgp: { peers: [{ name: 'tor-1', myASN: 64_512, peerASN: 64_513, peerAddress: '10.0.0.1' }] },
  },
  networks: [{ name: 'a', type: 'vlan' }],
  images: [{ name: 'ubuntu', os: 'ubuntu', version: '24.04', sizeGiB: 20 }],
  instancetypes: [{ name: 'a', cpu: 1, memoryGiB: 1 }],
  preferences: [{ name: 'a', cpuTopology: 'any' }],
  storageProfiles: [{ storageClass: 'fast' }],
  tenants: { vlans: [{ bridge: 'br1', ids: [7] }] },
  kubevirt: {
    permittedHostDevices: {
      pciHostDevices: [{ pciVendorSelector: '10de:2236', resourceName: 'nvidia.com/A10' }],
      mediatedDevices: [{ mdevNameSelector: 'GRID', resourceName: 'nvidia.com/T4' }],
      usb: [{ resourceName: 'a.com/b', selectors: [{ vendor: '046b', product: 'ff10' }] }],
    },
    mediatedDevicesConfiguration: {
      nodeMediatedDeviceTypes: [{ nodeSelector: {}, mediatedDeviceTypes: ['nvidia-222'] }],
    },
  },
  monitoring: {
    alertmanager: { config: 'route: {}' },
    grafana: { adminPassword: 'twelve letters' },
    prometheus: { remoteWrite: { url: 'https://metrics.example.org' } },
  },
};

/** Reads a configuration as the program does, with all keys encrypted that hold secrets. */
export const inspect = (config: object) =>
  inspectConfig(kubevirtStackConfig, {
    project: 'kubevirt-stack',
    stack: 'lab',
    values: Object.fromEntries(
      Object.entries(config).map(([key, value]) => [
        `kubevirt-stack:${key}`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    secretKeys: ['kubevirt-stack:monitoring', 'kubevirt-stack:metallb', 'kubevirt-stack:cdi'],
  });
