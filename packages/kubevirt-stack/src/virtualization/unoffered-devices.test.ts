// SPDX-License-Identifier: Apache-2.0
import { testConfig } from '../test-config.ts';
import { unofferedDeviceNotes } from './unoffered-devices.ts';

const gpu = { pciVendorSelector: '10de:2236', resourceName: 'nvidia.com/A10' };
const nvme = { pciVendorSelector: '144d:a80a', resourceName: 'example.org/nvme' };
const external = { externalResourceProvider: true };

/** Returns the notes about these devices, on hosts that offer some. */
const notes = (
  permittedHostDevices: object,
  offeredDevices: readonly string[] | undefined,
  ownDevices: readonly string[] = [],
) =>
  unofferedDeviceNotes(testConfig({ kubevirt: { permittedHostDevices } }), {
    offeredDevices,
    ownDevices,
  });

// Proves: sizes.gpu-passthrough
test('warns of a device that another plugin is to offer and no host has', () => {
  const devices = {
    pciHostDevices: [nvme, { ...gpu, ...external }],
    mediatedDevices: [
      { mdevNameSelector: 'GRID T4-1Q', resourceName: 'nvidia.com/T4', ...external },
    ],
  };
  const plugin =
    'which a device plugin other than KubeVirt is to offer; VMs that ask for it do not start. Install ' +
    'the plugin (operators of stacks/addons, or the one of the vendor), correct resourceName, or leave ' +
    'this key out: then KubeVirt offers the device.';
  expect(notes(devices, ['nvidia.com/A100'])).toEqual([
    'kubevirt.permittedHostDevices.pciHostDevices[1].externalResourceProvider: no host has ' +
      `"nvidia.com/A10", ${plugin}`,
    'kubevirt.permittedHostDevices.mediatedDevices[0].externalResourceProvider: no host has ' +
      `"nvidia.com/T4", ${plugin}`,
  ]);
  expect(notes(devices, ['nvidia.com/A10', 'nvidia.com/T4'])).toEqual([]);
});

// Proves: sizes.nvme-passthrough
test('warns of a device that KubeVirt has been told of and does not offer', () => {
  const usb = { resourceName: 'example.org/key', selectors: [{ vendor: '046b', product: 'ff10' }] };
  const part = { mdevNameSelector: 'GRID T4-1Q', resourceName: 'example.org/part' };
  const devices = { pciHostDevices: [nvme], mediatedDevices: [part], usb: [usb] };
  const own = ['example.org/nvme', 'example.org/part', 'example.org/key'];
  const message = (list: string, name: string, fix: string) =>
    `kubevirt.permittedHostDevices.${list}[0]: KubeVirt has been told of "${name}" and offers it on no ` +
    `host; VMs that ask for it do not start. ${fix}`;
  expect(notes(devices, [], own)).toEqual([
    message(
      'pciHostDevices',
      'example.org/nvme',
      'It offers PCI devices whose driver is vfio-pci: bind them to it, and compare pciVendorSelector ' +
        'with lspci -nnk on the host.',
    ),
    message(
      'mediatedDevices',
      'example.org/part',
      'It offers mediated devices that exist: compare mdevNameSelector with ' +
        '/sys/bus/mdev/devices/*/mdev_type/name on the host.',
    ),
    message(
      'usb',
      'example.org/key',
      'It offers USB devices that are plugged in: compare selectors with lsusb on the host.',
    ),
  ]);
  expect(notes(devices, own, own)).toEqual([]);
});

test('says nothing of devices that KubeVirt is not told of yet', () => {
  expect(notes({ pciHostDevices: [nvme] }, [])).toEqual([]);
  expect(notes({ pciHostDevices: [nvme] }, [], ['example.org/other'])).toEqual([]);
});

test('says nothing where no node tells what it offers', () => {
  const devices = { pciHostDevices: [{ ...gpu, ...external }, nvme] };
  expect(notes(devices, undefined, ['example.org/nvme'])).toEqual([]);
});

test('says nothing without permitted devices', () => {
  expect(unofferedDeviceNotes(testConfig(), { offeredDevices: [], ownDevices: ['a.b/c'] })).toEqual(
    [],
  );
});
