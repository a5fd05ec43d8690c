// SPDX-License-Identifier: Apache-2.0
import { testConfig } from '../test-config.ts';
import { devicesMove } from './devices-move.ts';

const size = { name: 'gpu', cpu: 8, memoryGiB: 32 };
const part = { name: 'gpu', deviceName: 'nvidia.com/A16' };
const whole = { name: 'gpu', deviceName: 'nvidia.com/A100' };
const disk = { name: 'disk', deviceName: 'vendor.example/disk' };

const kubevirt = {
  featureGates: ['VGPULiveMigration'],
  permittedHostDevices: {
    mediatedDevices: [{ mdevNameSelector: 'A16-4Q', resourceName: part.deviceName }],
    pciHostDevices: [{ pciVendorSelector: '10de:20b0', resourceName: whole.deviceName }],
  },
};

const config = (release: 'v1.8' | 'v1.9', more: object = {}) => ({
  ...testConfig({ kubevirt: { ...kubevirt, ...more } }),
  release,
});

// Proves: drains-and-updates.host-drain
test('a part of a GPU moves with a VM from KubeVirt 1.9 on, with its feature gate', () => {
  expect(devicesMove({ ...size, gpus: [part] }, config('v1.9'))).toBe(true);
  expect(devicesMove({ ...size, gpus: [part] }, config('v1.8'))).toBe(false);
  expect(devicesMove({ ...size, gpus: [part] }, config('v1.9', { featureGates: [] }))).toBe(false);
});

test.each([
  ['none', {}],
  ['a whole GPU', { gpus: [whole] }],
  ['two parts of GPUs', { gpus: [part, { ...part, name: 'second' }] }],
  ['another device', { hostDevices: [disk] }],
  ['a part of a GPU, and another device', { gpus: [part], hostDevices: [disk] }],
])('no devices move of a size with %s', (_, devices) => {
  expect(devicesMove({ ...size, ...devices }, config('v1.9'))).toBe(false);
});
