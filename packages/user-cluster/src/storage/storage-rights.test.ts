// SPDX-License-Identifier: Apache-2.0
import { storageClusterRights, storageRights } from './storage-rights.ts';

const shown = (rights: ReturnType<typeof storageRights>) =>
  rights.map(
    ({ group, resources, verbs }) => `${group}: ${resources.join(' ')}: ${verbs.join(' ')}`,
  );

test('each right is of the group of the API whose objects the controller handles', () => {
  const always = [
    'cdi.kubevirt.io: datavolumes: get create delete',
    'kubevirt.io: virtualmachineinstances: get list',
    'kubevirt.io: virtualmachines: get list',
    'subresources.kubevirt.io: virtualmachines/addvolume virtualmachines/removevolume: update',
    'subresources.kubevirt.io: virtualmachineinstances/removevolume: update',
    ': persistentvolumeclaims: get',
  ];
  expect(shown(storageRights({ expansion: false, snapshots: false }))).toEqual(always);
  expect(shown(storageRights({ expansion: true, snapshots: true }))).toEqual([
    ...always,
    ': persistentvolumeclaims: patch',
    'snapshot.storage.k8s.io: volumesnapshots: get list create delete',
  ]);
});

test('only volumes that grow need a right outside of the namespace', () => {
  expect(storageClusterRights({ expansion: false, snapshots: true })).toEqual([]);
  expect(shown(storageClusterRights({ expansion: true, snapshots: false }))).toEqual([
    ': persistentvolumes: get',
  ]);
});
