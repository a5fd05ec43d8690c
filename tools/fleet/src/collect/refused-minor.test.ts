// SPDX-License-Identifier: Apache-2.0
import { refusedMinor } from './refused-minor.ts';

const cluster = { name: 'shop', kubernetes: '1.34.4', pools: [] };

test('a minor that a part of the release is not made for is refused, and all after it', () => {
  expect(refusedMinor(cluster, 'v1.8')).toEqual({
    from: '1.36',
    reason:
      'the cloud controller manager 0.6.0 and Kubernetes of the user cluster 1.36.0 do not go together: the cloud controller manager 0.6 is made for 1.34 to 1.35',
  });
});

test('nothing is refused on a release that nobody knows', () => {
  expect(refusedMinor(cluster, 'v9.9')).toBeUndefined();
});
