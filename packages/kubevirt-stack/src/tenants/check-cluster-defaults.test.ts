// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import { testConfig } from '../test-config.ts';
import { checkClusterDefaults } from './check-cluster-defaults.ts';

const spec = { ingress: [{ from: [{ ipBlock: { cidr: '10.200.10.0/24' } }] }] };

const defaults = {
  isolation: {
    customNetworkPolicies: [
      { name: 'office', spec },
      { name: 'office', spec },
    ],
  },
  storage: {
    classes: [
      { name: 'fast', infraClass: 'ceph' },
      { name: 'fast', infraClass: 'cephh' },
    ],
  },
};

const check = (cluster?: Pick<ClusterFacts, 'storageClasses'>) =>
  checkClusterDefaults(testConfig({ userClusterDefaults: defaults }), {
    release: undefined,
    cluster: cluster as ClusterFacts | undefined,
  }).map(({ path, message }) => `${formatPath(path)}: ${message}`);

const repeated = [
  'userClusterDefaults.isolation.customNetworkPolicies[1].name: "office" exists already; choose another',
  'userClusterDefaults.storage.classes[1].name: "fast" exists already; choose another',
];

test('finds names that occur twice, and classes that the infra cluster does not have', () => {
  const ceph = { name: 'ceph' } as ClusterFacts['storageClasses'][number];
  expect(check({ storageClasses: [ceph] })).toEqual([
    ...repeated,
    'userClusterDefaults.storage.classes[1].infraClass: the infra cluster has no storage class "cephh"; did you mean "ceph"?',
  ]);
});

test('says nothing of classes while the infra cluster cannot be asked', () => {
  expect(check()).toEqual(repeated);
});

test('a platform that says nothing for its clusters is right', () => {
  const context = { release: undefined, cluster: undefined };
  expect(testConfig().userClusterDefaults).toEqual({});
  expect(checkClusterDefaults(testConfig(), context)).toEqual([]);
  const cluster = { storageClasses: [] as const } as unknown as ClusterFacts;
  expect(checkClusterDefaults(testConfig(), { ...context, cluster })).toEqual([]);
});
