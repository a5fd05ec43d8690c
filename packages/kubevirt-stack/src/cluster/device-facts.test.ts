// SPDX-License-Identifier: Apache-2.0
import { offeredDevices, ownDevices } from './device-facts.ts';

const node = (allocatable?: Readonly<Record<string, string>>) => ({
  status: allocatable === undefined ? {} : { allocatable },
});

test('lists the extended resources that at least one host offers, each once', () => {
  const found = offeredDevices([
    node({ cpu: '8', 'hugepages-2Mi': '0', 'nvidia.com/A10': '2', 'example.org/none': '0' }),
    node({ memory: '1Gi', 'nvidia.com/A10': '1', 'devices.kubevirt.io/kvm': '1k' }),
    node(),
  ]);
  expect(found).toEqual(['devices.kubevirt.io/kvm', 'nvidia.com/A10']);
});

test('knows nothing where no node says what pods can have', () => {
  expect(offeredDevices([])).toBeUndefined();
  expect(offeredDevices([node(), {}])).toBeUndefined();
});

test('lists the devices that the running KubeVirt itself is to offer', () => {
  const device = (resourceName: string, externalResourceProvider?: boolean) => ({
    resourceName,
    externalResourceProvider,
  });
  const permittedHostDevices = {
    pciHostDevices: [device('a.org/pci'), device('a.org/other', true)],
    mediatedDevices: [device('a.org/mdev', false)],
    usb: null,
  };
  expect(ownDevices({ spec: { configuration: { permittedHostDevices } } })).toEqual([
    'a.org/pci',
    'a.org/mdev',
  ]);
  expect(ownDevices({ spec: {} })).toEqual([]);
  expect(ownDevices(undefined)).toEqual([]);
});
