// SPDX-License-Identifier: Apache-2.0
import type { InstalledOperator } from '../cluster/cluster-facts.ts';
import { bareCluster } from '../cluster/test-cluster-facts.ts';
import { installedRelease } from './installed-release.ts';

/** Returns the names of the releases that a cluster with this KubeVirt runs and goes to. */
function found(kubevirt: InstalledOperator | undefined) {
  const installed = installedRelease({ ...bareCluster, kubevirt });
  return installed && [installed.version, installed.release?.name, installed.underWay?.name];
}

// Proves: upgrades.interrupted
test.each<[InstalledOperator | undefined, unknown]>([
  [undefined, undefined],
  [{ observed: undefined, target: undefined }, undefined],
  [{ observed: '1.8.4', target: undefined }, ['1.8.4', 'v1.8', undefined]],
  [{ observed: undefined, target: '1.8.4' }, ['1.8.4', 'v1.8', undefined]],
  [{ observed: '1.8.2', target: '1.8.4' }, ['1.8.2', 'v1.8', undefined]],
  [{ observed: '1.7.2', target: '1.8.4' }, ['1.7.2', 'v1.7', 'v1.8']],
  [{ observed: '1.7.2', target: '1.99.0' }, ['1.7.2', 'v1.7', undefined]],
  [{ observed: '1.5.2', target: '1.5.2' }, ['1.5.2', undefined, undefined]],
])('finds the release of %j', (kubevirt, expected) => {
  expect(found(kubevirt)).toEqual(expected);
});
