// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { virtualMachine } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { userClusterIsolated } from './index.ts';

const wall = (spec: object) => ({
  type: kinds.networkPolicy,
  name: 'wall',
  props: { metadata: { namespace: 'cluster-demo', name: 'wall' }, spec },
});
const closed = wall({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
const machine = virtualMachine({}, { dependsOn: ['wall'] });

test('accepts a VM that depends on the default-deny policies, itself or through its component', async () => {
  expect(await violationsOf(userClusterIsolated, [closed, machine])).toEqual([]);
  const nodes = { type: 'strata:Nodes', name: 'nodes', props: {}, dependsOn: ['wall'] };
  const child = virtualMachine({}, { parent: 'nodes' });
  expect(await violationsOf(userClusterIsolated, [closed, nodes, child])).toEqual([]);
});

// Proves: cluster-networks.isolation
test('rejects a namespace that is open in one direction', async () => {
  const ingressOnly = wall({ podSelector: {} });
  expect(await violationsOf(userClusterIsolated, [ingressOnly, machine])).toEqual([
    'namespace cluster-demo has machines, and no NetworkPolicy for all pods that denies Egress; add one with podSelector {}, policyTypes [Egress] and no rules.',
  ]);
});

test.each([
  { podSelector: { matchLabels: { app: 'x' } }, policyTypes: ['Ingress', 'Egress'] },
  { podSelector: {}, policyTypes: ['Ingress', 'Egress'], ingress: [{}], egress: [{}] },
])('does not accept %j as a default-deny policy', async (spec) => {
  expect(await violationsOf(userClusterIsolated, [wall(spec), machine])).toHaveLength(2);
});

// Proves: cluster-networks.isolation
test('rejects a VM that may start before the default-deny policies exist', async () => {
  expect(await violationsOf(userClusterIsolated, [closed, virtualMachine()])).toEqual([
    'VirtualMachine cluster-demo/cp-0 may start before NetworkPolicy cluster-demo/wall, which denies Ingress; let it depend on it.',
    'VirtualMachine cluster-demo/cp-0 may start before NetworkPolicy cluster-demo/wall, which denies Egress; let it depend on it.',
  ]);
});
