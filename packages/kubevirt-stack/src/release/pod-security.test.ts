// SPDX-License-Identifier: Apache-2.0
import { platformNamespaces, podSecurityLabelsOf } from './namespace-labels.ts';

const at = (level: string) => ({
  'pod-security.kubernetes.io/enforce': level,
  'pod-security.kubernetes.io/audit': level,
  'pod-security.kubernetes.io/warn': level,
});

test('each namespace of the platform has a level of Pod Security, and other namespaces have none', () => {
  const levels = {
    kubevirt: at('privileged'),
    cdi: at('restricted'),
    'metallb-system': at('privileged'),
    monitoring: at('restricted'),
    'monitoring-hosts': at('privileged'),
    'golden-images': at('restricted'),
    'platform-networks': at('restricted'),
  };
  const labels = platformNamespaces.map((name) => [name, podSecurityLabelsOf(name)]);
  expect(Object.fromEntries(labels)).toEqual(levels);
  expect(podSecurityLabelsOf('kube-system')).toEqual({});
});
