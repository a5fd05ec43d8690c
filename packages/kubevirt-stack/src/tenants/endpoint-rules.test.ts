// SPDX-License-Identifier: Apache-2.0
import { policyRefusals } from '@strata/testing/policy-refusals';
import { endpointRules } from './endpoint-rules.ts';
import { renderTenantPolicy } from './tenant-rules.ts';

const slice = { metadata: { name: 'web' }, endpoints: [{ addresses: ['10.244.2.111'] }] };

const refusals = (user: string, namespace: string, more: object = {}) =>
  policyRefusals(renderTenantPolicy([endpointRules(['shop'])]), {
    user: `system:serviceaccount:${user}`,
    resource: 'endpointslices',
    namespace,
    object: slice,
    ...more,
  });

const controller = 'cluster-demo:cloud-controller-manager';
const refusal =
  'the accounts of cluster-demo may write no EndpointSlices, which could lead to machines of other clusters; the owner of the platform lists clusters that may in kubevirt-stack:tenants.selectorless';

test.each([controller, 'strata-user-clusters:cluster-demo'])(
  '%s writes no EndpointSlice of a cluster that is not listed',
  (user) => {
    expect(refusals(user, 'cluster-demo')).toEqual([refusal]);
    expect(refusals(user, 'cluster-demo', { oldObject: slice })).toEqual([refusal]);
  },
);

test('an account may delete EndpointSlices, listed or not', () => {
  const deletion = { object: undefined, oldObject: slice, operation: 'DELETE' };
  expect(refusals(controller, 'cluster-demo', deletion)).toEqual([]);
});

test.each([
  ['cluster-shop:cloud-controller-manager', 'cluster-shop'],
  // Kubernetes itself, for every Service with a selector.
  ['kube-system:endpointslice-controller', 'cluster-demo'],
  ['kube-system:endpointslicemirroring-controller', 'cluster-demo'],
])('%s writes EndpointSlices in %s', (user, namespace) => {
  expect(refusals(user, namespace)).toEqual([]);
});
