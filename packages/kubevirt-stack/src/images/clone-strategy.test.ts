// SPDX-License-Identifier: Apache-2.0
import { cloneKind, cloneStrategy } from './clone-strategy.ts';

const unknown = { provisioner: 'example.org', hasSnapshots: true };

// Proves: cdi.clone-strategy
test("the override wins over the profile, the profile over the annotation, then come CDI's built-in table and snapshots", () => {
  const all = {
    provisioner: 'rbd.csi.ceph.com',
    hasSnapshots: true,
    annotation: 'copy',
    profile: 'snapshot',
    override: 'csi-clone',
  } as const;
  expect(cloneStrategy(all)).toBe('csi-clone');
  expect(cloneStrategy({ ...all, override: undefined })).toBe('snapshot');
  expect(cloneStrategy({ ...all, override: undefined, profile: undefined })).toBe('copy');
  expect(cloneStrategy({ provisioner: 'rbd.csi.ceph.com', hasSnapshots: true })).toBe('csi-clone');
  expect(cloneStrategy(unknown)).toBe('snapshot');
});

// Proves: images.clone-kind
test('storage without snapshots is not cloned by snapshot', () => {
  const without = { ...unknown, hasSnapshots: false };
  expect(cloneKind(without)).toBe('host-assisted');
  expect(cloneKind({ ...without, override: 'snapshot' })).toBe('host-assisted');
  expect(cloneKind({ ...without, profile: 'snapshot' })).toBe('host-assisted');
  expect(cloneKind({ ...without, provisioner: 'pd.csi.storage.gke.io' })).toBe('host-assisted');
  expect(cloneKind({ ...without, profile: 'csi-clone' })).toBe('csi-clone');
});

// Proves: images.suitable-storage
test.each([
  ['csi-powerstore.dellemc.com', {}, 'copy'],
  ['csi-powerstore.dellemc.com', { 'csi.storage.k8s.io/fstype': 'nfs' }, 'snapshot'],
  ['csi-vxflexos.dellemc.com', { 'csi.storage.k8s.io/fstype': 'ext4' }, 'csi-clone'],
  ['pxd.portworx.com', {}, 'csi-clone'],
  ['pxd.portworx.com', { backend: 'pure_block' }, 'snapshot'],
  ['infinibox-csi-driver', { storage_protocol: 'nvme' }, 'csi-clone'],
  ['infinibox-csi-driver', { storage_protocol: 'x' }, 'snapshot'],
  ['infinibox-csi-driver', undefined, 'csi-clone'],
  ['csi.trident.netapp.io', { backendType: 'ontap-nas-economy' }, 'snapshot'],
  ['topolvm.io', {}, 'copy'],
  ['driver.longhorn.io', { migratable: 'true' }, 'snapshot'],
] as const)(
  'CDI knows how %s with the parameters %j is cloned',
  (provisioner, parameters, expected) => {
    expect(cloneStrategy({ provisioner, parameters, hasSnapshots: true })).toBe(expected);
  },
);
