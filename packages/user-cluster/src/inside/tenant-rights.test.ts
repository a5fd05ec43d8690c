// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';
import {
  cloudLeaseRights,
  cloudTenantRights,
  storageNodeRights,
  storageTenantRights,
} from './tenant-rights.ts';

const features = { loadBalancers: true, selectorless: true, expansion: true, snapshots: true };
const none = { loadBalancers: false, selectorless: false, expansion: false, snapshots: false };

/** Returns of each right the group of the API, the kinds, what may be done to them, and to which. */
const told = (rights: readonly Right[]) =>
  rights.map(({ group, resources, verbs, names = [] }) =>
    [group, resources.join(' '), verbs.join(' '), ...names].join(' | '),
  );

const volumes = [
  ' | persistentvolumes | get list watch create update patch delete',
  ' | persistentvolumeclaims | get list watch update',
  'storage.k8s.io | storageclasses csinodes | get list watch',
  ' | nodes | get list watch',
  'storage.k8s.io | volumeattachments | get list watch patch',
  'storage.k8s.io | volumeattachments/status | patch',
  ' | events | list watch create patch update',
];
const expansion = ' | persistentvolumeclaims/status | patch';
const snapshots = [
  'snapshot.storage.k8s.io | volumesnapshots | get list watch update patch',
  'snapshot.storage.k8s.io | volumesnapshots/status | update patch',
  'snapshot.storage.k8s.io | volumesnapshotclasses | get list watch',
  'snapshot.storage.k8s.io | volumesnapshotcontents | get list watch create update patch delete',
  'snapshot.storage.k8s.io | volumesnapshotcontents/status | update patch',
];

// Proves: volumes.controller-outside
test('each right of the storage controller is of the group of the API whose objects it handles', () => {
  expect(told(storageTenantRights(features))).toEqual([...volumes, expansion, ...snapshots]);
  expect(told(storageTenantRights(none))).toEqual(volumes);
  expect(told(storageTenantRights({ ...none, expansion: true }))).toEqual([...volumes, expansion]);
  expect(told(storageTenantRights({ ...none, snapshots: true }))).toEqual([
    ...volumes,
    ...snapshots,
  ]);
  expect(told(storageNodeRights)).toEqual([' | nodes | get']);
});

const nodes = [' | nodes | get list watch patch update delete', ' | nodes/status | patch'];
const services = [' | services | get list watch', ' | services/status | patch'];
const slices = 'discovery.k8s.io | endpointslices | get list watch';
const events = ' | events | create patch update';

// Proves: cloud-controller.nodes
test('each right of the cloud controller is of the group of the API whose objects it handles', () => {
  expect(told(cloudTenantRights(features))).toEqual([...nodes, ...services, slices, events]);
  expect(told(cloudTenantRights({ ...features, selectorless: false }))).toEqual([
    ...nodes,
    ...services,
    events,
  ]);
  expect(told(cloudTenantRights({ ...features, loadBalancers: false }))).toEqual([
    ...nodes,
    events,
  ]);
  expect(told(cloudLeaseRights)).toEqual([
    'coordination.k8s.io | leases | create',
    'coordination.k8s.io | leases | get update | cloud-controller-manager',
  ]);
});
