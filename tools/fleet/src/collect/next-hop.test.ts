// SPDX-License-Identifier: Apache-2.0
import { nextClusterHop, nextPlatformHop } from './next-hop.ts';

test('a platform goes to the release that follows, the Kubernetes below it first', () => {
  expect(nextPlatformHop('v1.7', '1.32.1')).toEqual({
    state: 'ready',
    text: 'the infra cluster to Kubernetes 1.33',
  });
  expect(nextPlatformHop('v1.7', '1.33.1').text).toBe('the platform to release v1.8');
  expect(nextPlatformHop('v1.9', '1.35.4')).toEqual({
    state: 'newest',
    text: 'v1.9 is the newest release',
  });
});

test('a control plane goes to the next minor, at the patch that is tested', () => {
  const cluster = { name: 'shop', kubernetes: '1.34.1', pools: [{ name: 'web' }] };
  expect(nextClusterHop(cluster, 'v1.8')).toEqual({
    state: 'ready',
    text: 'the user cluster "shop": control plane to Kubernetes 1.35.4',
  });
});

test('a pool that stayed behind goes first, to the version of its cluster', () => {
  const pools = [{ name: 'web' }, { name: 'batch', kubernetes: '1.34.4' }];
  expect(nextClusterHop({ name: 'shop', kubernetes: '1.35.4', pools }, 'v1.8')).toEqual({
    state: 'ready',
    text: 'the user cluster "shop": pool "batch" to Kubernetes 1.35.4',
  });
});
