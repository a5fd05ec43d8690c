// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { diskTemplate, virtualMachine } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { storageServed } from './index.ts';

const config = { localClasses: ['local'], filesystemOnlyClasses: ['nfs'] };
const storageClass = (fields: object) => ({
  type: kinds.storageClass,
  props: { metadata: { name: 'fast' }, provisioner: 'csi.kubevirt.io', ...fields },
});
const claim = (spec: object) => ({
  type: kinds.persistentVolumeClaim,
  props: { metadata: { namespace: 'default', name: 'data' }, spec },
});

test('accepts storage that every host reaches, in modes that it supports', async () => {
  const good = [
    storageClass({ parameters: { infraStorageClassName: 'ceph' } }),
    {
      ...storageClass({}),
      props: { provisioner: 'rancher.io/local-path', allowedTopologies: [{}] },
    },
    claim({ storageClassName: 'kubevirt', accessModes: ['ReadWriteOnce'] }),
    claim({ storageClassName: 'kubevirt', accessModes: ['ReadWriteMany'], volumeMode: 'Block' }),
    virtualMachine({ diskTemplates: [diskTemplate('root')] }),
  ];
  expect(await violationsOf(storageServed, good, config)).toEqual([]);
});

test.each([
  [
    storageClass({ allowedTopologies: [{}] }),
    'StorageClass fast has allowedTopologies, but the driver (csi.kubevirt.io) knows nothing of hosts or zones; remove them.',
  ],
  [
    storageClass({ parameters: { infraStorageClassName: 'local' } }),
    'StorageClass fast is from "local", whose volumes not every host reaches, but the driver (csi.kubevirt.io) knows nothing of hosts or zones; choose a class that every host reaches.',
  ],
  [
    virtualMachine({ diskTemplates: [diskTemplate('root', { storageClassName: 'nfs' })] }),
    'VirtualMachine cluster-demo/cp-0: disk root: volumeMode Block, but "nfs" has file systems only; use Filesystem.',
  ],
  [
    virtualMachine({ diskTemplates: [diskTemplate('root', { storageClassName: 'local' })] }),
    'VirtualMachine cluster-demo/cp-0: disk root: ReadWriteMany, but volumes of "local" are on one host; use ReadWriteOnce.',
  ],
  [
    claim({ storageClassName: 'kubevirt', accessModes: ['ReadWriteMany'] }),
    'PersistentVolumeClaim default/data: ReadWriteMany on "kubevirt", whose driver (csi.kubevirt.io) shares raw block volumes only; use volumeMode Block or ReadWriteOnce.',
  ],
])('rejects all other storage: %#', async (bad, message) => {
  expect(await violationsOf(storageServed, [bad], config)).toEqual([message]);
});
