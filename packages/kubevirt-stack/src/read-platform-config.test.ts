// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { bareCluster } from './cluster/test-cluster-facts.ts';
import { readPlatformConfig } from './read-platform-config.ts';

const warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue();
afterAll(() => {
  warn.mockRestore();
});

test('warns in the preview of permitted devices that no host offers', async () => {
  const device = {
    pciVendorSelector: '10de:2236',
    resourceName: 'nvidia.com/A10',
    externalResourceProvider: true,
  };
  const values = {
    'kubevirt-stack:metallb': '{"pools":[{"name":"default","addresses":["10.0.0.10-10.0.0.20"]}]}',
    'kubevirt-stack:storage':
      '{"className":"fast","accessModes":["ReadWriteMany"],"volumeMode":"Block"}',
    'kubevirt-stack:kubevirt': JSON.stringify({
      permittedHostDevices: { pciHostDevices: [device] },
    }),
  };
  const storage = {
    name: 'fast',
    provisioner: 'fast.example.org',
    allowVolumeExpansion: true,
    volumeBindingMode: 'Immediate' as const,
    isTopologyBound: false,
  };
  await readPlatformConfig(
    { project: 'kubevirt-stack', stack: 'sandbox', values, secretKeys: [] },
    () => Promise.resolve({ ...bareCluster, storageClasses: [storage], offeredDevices: [] }),
  );
  expect(warn.mock.calls.map(([message]) => message)).toEqual([
    expect.stringContaining(
      'kubevirt.permittedHostDevices.pciHostDevices[0].externalResourceProvider: no host has "nvidia.com/A10"',
    ),
  ]);
});
