// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { checkHostLabels } from './index.ts';

const check = (hostLabels: readonly string[], labels: Readonly<Record<string, string>> = {}) =>
  checkHostLabels(
    testContext({
      cloud: { hostLabels },
      pools: [
        {
          name: 'md-a',
          replicas: 1,
          instancetype: 'standard-2',
          labels,
          rootDisk: { image: 'ubuntu' },
        },
      ],
    }),
  );

// Proves: placement.host-labels
test('accepts labels with other prefixes, and those of Node Feature Discovery', () => {
  const found = 'feature.node.kubernetes.io/cpu-cpuid.AVX512F';
  // `k8s.io` is a name without a prefix here.
  expect(
    check(['example.org/rack', 'disk', 'k8s.io', found], { 'example.org/tier': 'web' }),
  ).toEqual([]);
});

test('reports nothing about a missing configuration, which has a problem of its own', () => {
  expect(checkHostLabels({ ...testContext(), config: {} })).toEqual([]);
});

const ofKubernetes =
  'Kubernetes itself writes labels of kubernetes.io and k8s.io on nodes (cloud.zones copies region and zone)';
const ofPlatform =
  'labels of kubevirt.io and strata.dev say what a host is for, and mean something else on nodes';

// Proves: placement.host-labels
test.each([
  ['kubernetes.io/hostname', ofKubernetes],
  ['topology.kubernetes.io/zone', ofKubernetes],
  ['node.kubernetes.io/exclude-from-external-load-balancers', ofKubernetes],
  ['node.k8s.io/x', ofKubernetes],
  ['cpu-model.node.kubevirt.io/Skylake', ofPlatform],
  ['strata.dev/pool', ofPlatform],
])('refuses %s: %s', (key, why) => {
  expect(check(['example.org/rack', key])).toEqual([
    { path: ['cloud', 'hostLabels', 1], message: `"${key}" cannot be copied: ${why}` },
  ]);
});

// Proves: placement.host-labels
test('refuses a repeated key, and one that is a label of a pool', () => {
  expect(check(['disk', 'disk'], { disk: 'fast' })).toEqual([
    { path: ['cloud', 'hostLabels', 1], message: '"disk" is in the list already' },
    {
      path: ['pools', 0, 'labels', 'disk'],
      message:
        'pool "md-a" cannot have a label "disk" of its own: cloud.hostLabels replaces it with that of the host; remove one of the two',
    },
  ]);
});
