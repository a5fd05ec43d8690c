// SPDX-License-Identifier: Apache-2.0
import { finishedGrowth, type GrowingClaim } from './volume-growth.ts';

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
