// SPDX-License-Identifier: Apache-2.0
import { cloneKind, cloneStrategy } from './clone-strategy.ts';
import { sourceFormat } from './source-format.ts';

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
  ['csi.san.synology.com', {}, 'csi-clone'],
  ['topolvm.io', {}, 'copy'],
  ['driver.longhorn.io', { migratable: 'true' }, 'snapshot'],
] as const)(
  'CDI knows how %s with the parameters %j is cloned',
  (provisioner, parameters, expected) => {
    expect(cloneStrategy({ provisioner, parameters, hasSnapshots: true })).toBe(expected);
  },
);

// Proves: images.suitable-storage
test.each([
  ['rbd.csi.ceph.com', 'csi-clone'],
  ['rook-ceph.rbd.csi.ceph.com', 'csi-clone'],
  ['openshift-storage.rbd.csi.ceph.com', 'csi-clone'],
  ['cephfs.csi.ceph.com', 'csi-clone'],
  ['rook-ceph.cephfs.csi.ceph.com', 'csi-clone'],
  ['openshift-storage.cephfs.csi.ceph.com', 'csi-clone'],
  ['csi-vxflexos.dellemc.com', 'csi-clone'],
  ['csi-isilon.dellemc.com', 'csi-clone'],
  ['csi-powermax.dellemc.com', 'csi-clone'],
  ['csi-powerstore.dellemc.com', 'copy'],
  ['hspc.csi.hitachi.com', 'csi-clone'],
  ['csi.hpe.com', 'csi-clone'],
  ['spectrumscale.csi.ibm.com', 'csi-clone'],
  ['block.csi.ibm.com', 'csi-clone'],
  ['vpc.block.csi.ibm.io', 'copy'],
  ['pxd.portworx.com', 'csi-clone'],
  ['topolvm.cybozu.com', 'copy'],
  ['topolvm.io', 'copy'],
  ['infinibox-csi-driver', 'csi-clone'],
  ['csi.trident.netapp.io', 'snapshot'],
  ['kubesan.gitlab.io', 'csi-clone'],
  ['pd.csi.storage.gke.io', 'snapshot'],
  ['csi.san.synology.com', 'csi-clone'],
  ['blockvolume.csi.oraclecloud.com', 'csi-clone'],
])('CDI knows how the usual storage of %s is cloned', (provisioner, expected) => {
  expect(cloneStrategy({ provisioner, hasSnapshots: true })).toBe(expected);
});

// Proves: images.suitable-storage
test.each([
  ['csi-vxflexos.dellemc.com', 'csi.storage.k8s.io/fstype', ['ext4', 'nfs4', ''], ['nfs', 'NFS']],
  ['csi-powermax.dellemc.com', 'csi.storage.k8s.io/fstype', ['xfs'], ['nfs']],
  ['pxd.portworx.com', 'backend', ['pure_blocks', 'x'], ['pure_block', 'pure_fa_file']],
  [
    'infinibox-csi-driver',
    'storage_protocol',
    ['iscsi', 'fc', 'nvme', 'nfs', 'nfs_treeq'],
    ['', 'iscsi2', 'xfc'],
  ],
  [
    'csi.san.synology.com',
    'protocol',
    ['', 'iscsi', 'nfs', 'nfs_treeq', 'smb'],
    ['smbx', 'xnfs', 'iscsi2'],
  ],
])('CDI clones storage of %s by its parameter %s', (provisioner, name, own, other) => {
  const strategies = (values: readonly string[]) =>
    values.map((value) =>
      cloneStrategy({ provisioner, parameters: { [name]: value }, hasSnapshots: true }),
    );
  expect(strategies(own)).toEqual(own.map(() => 'csi-clone'));
  expect(strategies(other)).toEqual(other.map(() => 'snapshot'));
});

const fast = (provisioner: string) => ({
  name: 'fast',
  provisioner,
  allowVolumeExpansion: true,
  volumeBindingMode: 'Immediate' as const,
  isTopologyBound: false,
});

// Proves: images.clone-kind
test.each([
  ['rook-ceph.rbd.csi.ceph.com', 'snapshot'],
  ['openshift-storage.rbd.csi.ceph.com', 'snapshot'],
  ['csi.trident.netapp.io', 'snapshot'],
  ['pd.csi.storage.gke.io', 'snapshot'],
  ['rbd.csi.ceph.com', 'pvc'],
])('CDI keeps images on storage of %s as %s', (provisioner, expected) => {
  const storageClass = fast(provisioner);
  const cluster = {
    storageClasses: [{ ...storageClass, name: 'slow', provisioner: 'other' }, storageClass],
    snapshotClasses: [{ name: 'default', driver: provisioner }],
  };
  expect(sourceFormat('fast', cluster, [])).toBe(expected);
  expect(sourceFormat('slow', cluster, [])).toBe('pvc');
  expect(sourceFormat('gone', cluster, [])).toBe('pvc');
  const other = expected === 'pvc' ? 'snapshot' : 'pvc';
  const profiles = [
    { storageClass: 'slow', dataImportCronSourceFormat: 'snapshot' as const },
    { storageClass: 'fast', dataImportCronSourceFormat: other } as const,
  ];
  expect(sourceFormat('fast', cluster, profiles)).toBe(other);
  expect(sourceFormat('fast', { ...cluster, snapshotClasses: [] }, [])).toBe('pvc');
});

// Proves: images.clone-kind
test.each([
  [{ backendType: 'ontap-nas' }, 'snapshot'],
  [{ backendType: 'ontap-san-economy' }, 'snapshot'],
  [{ backendType: 'azure-netapp-files' }, 'pvc'],
  [{ backendType: 'my-ontap-nas' }, 'pvc'],
  [{}, 'pvc'],
  [{ backendType: 'google-cloud-netapp-volumes' }, 'pvc'],
  [{ backendType: 'google-cloud-netapp-volumes', selector: 'performance=flexible' }, 'pvc'],
  [{ backendType: 'google-cloud-netapp-volumes', selector: 'a=b; performance=flex' }, 'snapshot'],
  [{ backendType: 'google-cloud-netapp-volumes', selector: 'performance=flex ,a=b' }, 'snapshot'],
  [{ backendType: 'gcp-cvs', selector: 'performance=flex' }, 'pvc'],
])(
  'CDI keeps images on storage of Trident with the parameters %j as %s',
  (parameters, expected) => {
    const provisioner = 'csi.trident.netapp.io';
    const storageClass = { ...fast(provisioner), parameters };
    const snapshotClasses = [{ name: 'default', driver: provisioner }];
    const cluster = { storageClasses: [storageClass], snapshotClasses };
    expect(sourceFormat('fast', cluster, [])).toBe(expected);
  },
);
