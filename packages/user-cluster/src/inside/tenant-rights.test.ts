// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';
import {
  cloudLeaseRights,
  cloudTenantRights,
  storageNodeRights,
  storageTenantRights,
} from './tenant-rights.ts';

const features = { loadBalancers: true, selectorless: true, expansion: true, snapshots: true };

/** Returns the groups of the API and the kinds that rights are about. */
const kindsOf = (rights: readonly Right[]) =>
  rights.map(({ group, resources }) => `${group}: ${resources.join(' ')}`);

// Proves: volumes.controller-outside
test('each right of the storage controller is of the group of the API whose objects it handles', () => {
  expect(kindsOf(storageTenantRights(features))).toEqual([
    ': persistentvolumes',
    ': persistentvolumeclaims',
    'storage.k8s.io: storageclasses csinodes',
    ': nodes',
    'storage.k8s.io: volumeattachments',
    'storage.k8s.io: volumeattachments/status',
    ': events',
    ': persistentvolumeclaims/status',
    'snapshot.storage.k8s.io: volumesnapshots',
    'snapshot.storage.k8s.io: volumesnapshots/status',
    'snapshot.storage.k8s.io: volumesnapshotclasses',
    'snapshot.storage.k8s.io: volumesnapshotcontents',
    'snapshot.storage.k8s.io: volumesnapshotcontents/status',
  ]);
  expect(kindsOf(storageNodeRights)).toEqual([': nodes']);
});

// Proves: cloud-controller.nodes
test('each right of the cloud controller is of the group of the API whose objects it handles', () => {
  expect(kindsOf(cloudTenantRights(features))).toEqual([
    ': nodes',
    ': nodes/status',
    ': services',
    ': services/status',
    'discovery.k8s.io: endpointslices',
    ': events',
  ]);
  expect(kindsOf(cloudLeaseRights)).toEqual([
    'coordination.k8s.io: leases',
    'coordination.k8s.io: leases',
  ]);
});
