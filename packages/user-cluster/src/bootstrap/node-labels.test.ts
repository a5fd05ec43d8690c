// SPDX-License-Identifier: Apache-2.0
import { isRefusedLabel } from './node-labels.ts';

test.each([
  'kubernetes.io/hostname',
  'topology.kubernetes.io/zone',
  'topology.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region',
  'beta.kubernetes.io/instance-type',
  'node.kubernetes.io/instance-type',
  'kubernetes.io/os',
  'kubernetes.io/arch',
  'beta.kubernetes.io/os',
  'beta.kubernetes.io/arch',
])("a kubelet may give its node the label %s of Kubernetes' own", (key) => {
  expect(isRefusedLabel(key)).toBe(false);
});

test.each([
  ['a domain that nodes may use', 'kubelet.kubernetes.io/a'],
  ['a domain that nodes may use', 'node.kubernetes.io/a'],
  ['a part of such a domain', 'team.kubelet.kubernetes.io/a'],
  ['a part of such a domain', 'team.node.kubernetes.io/a'],
  ['a domain of its own', 'example.org/a'],
  ['a domain whose name only ends like one of Kubernetes', 'mykubernetes.io/a'],
  ['a domain whose name only ends like one of Kubernetes', 'myk8s.io/a'],
  ['no domain', 'k8s.io'],
])('a label may have %s: %s', (_, key) => {
  expect(isRefusedLabel(key)).toBe(false);
});

test.each([
  'kubernetes.io/role',
  'k8s.io/role',
  'node-role.kubernetes.io/control-plane',
  'team.k8s.io/a',
  // Ends like a domain that nodes may use, and is none.
  'mynode.kubernetes.io/a',
  'topology.kubernetes.io/rack',
])('a kubelet refuses the label %s', (key) => {
  expect(isRefusedLabel(key)).toBe(true);
});
