// SPDX-License-Identifier: Apache-2.0
import { policyRefusals } from '@strata/testing/policy-refusals';
import { podRules } from './network-rules.ts';
import { renderTenantPolicy } from './tenant-rules.ts';

const refusals = (priority: number | undefined, more: object = {}) =>
  policyRefusals(renderTenantPolicy([podRules()]), {
    user: 'system:serviceaccount:kube-system:replicaset-controller',
    resource: 'pods',
    namespace: 'cluster-demo',
    object: { metadata: { name: 'thief' }, spec: { priority } },
    ...more,
  });

test.each([
  // The classes of Kubernetes, and KubeVirt's.
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
  ['kubevirt-cluster-critical', 1_000_000_000],
])('no pod of a user cluster has the priority of the class %s', (_, priority) => {
  expect(refusals(priority)).toEqual([
    `a pod of a user cluster may have a priority below 1000000000 alone, not ${priority}: machines of other clusters would have to make room for it; use a PriorityClass with less`,
  ]);
});

test.each([undefined, 0, 999_999_999])('a pod may have the priority %s', (priority) => {
  expect(refusals(priority)).toEqual([]);
});

test('a pod that runs already may be changed', () => {
  const object = { metadata: { name: 'old' }, spec: { priority: 2_000_000_000 } };
  expect(refusals(undefined, { object, oldObject: object })).toEqual([]);
});
