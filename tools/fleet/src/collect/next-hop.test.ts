// SPDX-License-Identifier: Apache-2.0
import { nextClusterHop, nextPlatformHop } from './next-hop.ts';

test('updates a platform to the next release, but the Kubernetes below it first', () => {
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

test('updates a control plane to the next minor, at the tested patch', () => {
  const cluster = { name: 'shop', kubernetes: '1.34.1', pools: [{ name: 'web' }] };
  expect(nextClusterHop(cluster, 'v1.8')).toEqual({
    state: 'ready',
    text: 'the user cluster "shop": control plane to Kubernetes 1.35.4',
  });
});

test('updates a pool that is behind first, to the version of its cluster', () => {
  const pools = [{ name: 'web' }, { name: 'batch', kubernetes: '1.34.4' }];
  expect(nextClusterHop({ name: 'shop', kubernetes: '1.35.4', pools }, 'v1.8')).toEqual({
    state: 'ready',
    text: 'the user cluster "shop": pool "batch" to Kubernetes 1.35.4',
  });
});

test('says which machines have an operating system on which the next minor does not run', () => {
  const pools = [{ name: 'web', guestOs: { name: 'ubuntu', version: '20.04' } }];
  expect(nextClusterHop({ name: 'shop', kubernetes: '1.34.1', pools }, 'v1.8')).toEqual({
    state: 'blocked',
    text: 'pool "web": Kubernetes of the user cluster 1.35.4 and ubuntu 20.04 do not go together: kubelets of 1.35 and later do not start on cgroup v1, which this system boots with; take a newer image',
  });
});
