// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import type { Pod } from './objects.ts';
import { finishedGrowth, growFileSystems, type GrowingClaim } from './volume-growth.ts';

const claim = (status: NonNullable<GrowingClaim['status']>): GrowingClaim => ({
  metadata: { name: 'data', namespace: 'default', uid: 'u1' },
  spec: { volumeName: 'pvc-1' },
  status,
});

// Proves: volumes.growth
test('a claim gets the size of its volume when its resizer has left the rest to the node', () => {
  const pending = claim({
    capacity: { storage: '1Gi' },
    allocatedResources: { storage: '2Gi' },
    allocatedResourceStatuses: { storage: 'NodeResizePending' },
    conditions: [
      { type: 'FileSystemResizePending', status: 'True' },
      { type: 'ModifyingVolume', status: 'False' },
    ],
  });
  expect(finishedGrowth(pending)).toEqual({
    status: {
      capacity: { storage: '2Gi' },
      allocatedResourceStatuses: { storage: null },
      conditions: [{ type: 'FileSystemResizePending', $patch: 'delete' }],
    },
  });
});

test('does not change a claim that does not grow, or whose storage still grows', () => {
  expect(finishedGrowth(claim({ capacity: { storage: '1Gi' } }))).toBeUndefined();
  const inStorage = { storage: 'ControllerResizeInProgress' };
  expect(finishedGrowth(claim({ allocatedResourceStatuses: inStorage }))).toBeUndefined();
});

// Proves: volumes.growth
test('asks once for the file system of a disk to grow, and reports the new size whatever came of it', async () => {
  const pending = claim({
    allocatedResources: { storage: '2Gi' },
    allocatedResourceStatuses: { storage: 'NodeResizePending' },
  });
  const volume = {
    spec: { csi: { driver: 'd', volumeHandle: 'v', volumeAttributes: { serial: 's1' } } },
  };
  const calls: string[] = [];
  const request = (method: string, path: string) => {
    if (method !== 'GET') calls.push(`${method} ${path}`);
    return Promise.resolve(path.includes('persistentvolumes/pvc-1') ? volume : pending);
  };
  const pod = {
    metadata: { name: 'shop', namespace: 'default' },
    spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] },
  } as unknown as Pod;
  await growFileSystems({ request } as unknown as ApiClient, pod, (serial) => {
    calls.push(`grow ${serial}`);
  });
  expect(calls).toEqual([
    'grow s1',
    'PATCH /api/v1/namespaces/default/persistentvolumeclaims/data/status',
  ]);
});
