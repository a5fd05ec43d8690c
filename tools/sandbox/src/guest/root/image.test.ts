// SPDX-License-Identifier: Apache-2.0
import { diskId } from './disks.ts';
import { parseFstab } from './fstab.ts';
import { findTool, newestVersion } from './image.ts';
import { wantedVersion } from './installed-version.ts';

test('compares versions by number', () => {
  expect(newestVersion(['1.9.10', '1.35.4', '1.34.12'])).toBe('1.35.4');
  expect(newestVersion([])).toBeUndefined();
});

test('accepts a wanted version with and without a v', () => {
  expect([wantedVersion('v1.35.4\n'), wantedVersion('1.34.4'), wantedVersion('latest')]).toEqual([
    '1.35.4',
    '1.34.4',
    undefined,
  ]);
});

test('the image lacks a tool that the machine that runs the sandbox lacks', () => {
  expect(findTool('no-such-tool')).toBeUndefined();
  expect(findTool('sh')).toMatch(/^\//);
});

test('names disks as udev does, and cuts serial numbers of virtio', () => {
  expect(diskId({ bus: 'virtio', serial: 'etcd' })).toBe('virtio-etcd');
  expect(diskId({ bus: 'virtio', serial: 'a'.repeat(36) })).toBe(`virtio-${'a'.repeat(20)}`);
  expect(diskId({ bus: 'scsi', serial: 'x' })).toBe('scsi-0QEMU_QEMU_HARDDISK_x');
  expect(diskId({ bus: 'scsi' })).toBeUndefined();
});

test('parses an fstab without comments and swap', () => {
  expect(parseFstab('# a\n/dev/a /b ext4 defaults 0 2\n/dev/s none swap sw 0 0\n\n')).toEqual([
    { device: '/dev/a', folder: '/b', type: 'ext4' },
  ]);
});
