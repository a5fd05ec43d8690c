// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { renderEtcdDisk, renderEtcdDiskGrowth } from './render-etcd-disk.ts';

const contextOf = (etcdDisk: object) =>
  testContext({
    controlPlane: {
      instancetype: 'standard-2',
      rootDisk: { image: 'ubuntu', sizeGiB: 20 },
      endpoint: { address: '203.0.113.2' },
      etcdDisk,
    },
  });

test("a disk in the platform's StorageClass has its modes, whether the cluster names that class or none", () => {
  const disk = (size: string) => ({
    source: { blank: {} },
    storage: {
      storageClassName: 'fast',
      accessModes: ['ReadWriteMany'],
      volumeMode: 'Block',
      resources: { requests: { storage: size } },
    },
  });
  expect(renderEtcdDisk(contextOf({}))).toEqual(disk('8Gi'));
  expect(renderEtcdDisk(contextOf({ className: 'fast', sizeGiB: 12 }))).toEqual(disk('12Gi'));
});

test('a disk in another StorageClass has the modes that CDI chooses', () => {
  expect(renderEtcdDisk(contextOf({ className: 'quick', sizeGiB: 4 }))).toEqual({
    source: { blank: {} },
    storage: { storageClassName: 'quick', resources: { requests: { storage: '4Gi' } } },
  });
});

test('a claim grows to the size of the configuration, and never asks for less than it has', () => {
  const growth = (sizeGiB: number, volumeMode: 'Block' | 'Filesystem', claimMiB = 8_192) =>
    renderEtcdDiskGrowth({ madeGiB: 8, volumeMode, claimMiB }, contextOf({ sizeGiB }))?.resources
      .requests.storage;
  expect(growth(4, 'Block')).toBeUndefined();
  expect(growth(8, 'Block')).toBeUndefined();
  expect(growth(9, 'Block')).toBe('9Gi');
  expect(growth(32, 'Filesystem')).toBe('34735Mi');
  expect(growth(9, 'Filesystem', 9_831)).toBe('9831Mi');
});
