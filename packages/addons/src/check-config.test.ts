// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import type { AddonsConfig } from './config/index.ts';
import { checkConfig, checkPlatform } from './index.ts';
import { testPolicy } from './test-policy.ts';

const complete: AddonsConfig = {
  release: 'v1.8',
  operators: [
    'node-feature-discovery',
    'sriov-network-operator',
    'gpu-operator',
    'descheduler',
    'whereabouts',
  ],
  sriov: { policies: [testPolicy] },
};

const problemsOf = (config: Partial<AddonsConfig>) =>
  checkConfig({ ...complete, ...config }).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

test('accepts all operators together, and no operators', () => {
  expect(problemsOf({})).toEqual([]);
  expect(checkConfig({ release: 'v1.8', operators: [] })).toEqual([]);
});

test('suggests the release with the most similar name', () => {
  expect(problemsOf({ release: 'v1.88' })).toEqual([
    'release: no release "v1.88"; did you mean "v1.8"?',
  ]);
});

test('rejects an operator that is listed twice', () => {
  expect(problemsOf({ operators: [...complete.operators, 'descheduler'] })).toEqual([
    'operators.5: "descheduler" is in the list already',
  ]);
});

// Proves: addons.node-feature-discovery
test('rejects operators that need the host labels of node-feature-discovery without it', () => {
  expect(problemsOf({ operators: ['gpu-operator', 'sriov-network-operator'] })).toEqual([
    'operators.0: "gpu-operator" finds GPUs by the labels of "node-feature-discovery"; add that ' +
      'as well',
    'sriov.policies.0.nodeSelector: say which hosts, or add "node-feature-discovery", which ' +
      'labels those with such a card',
  ]);
});

test('rejects SR-IOV policies without their operator, and the operator without policies', () => {
  expect(problemsOf({ operators: ['node-feature-discovery'] })).toEqual([
    'sriov: nothing reads it; add "sriov-network-operator"',
  ]);
  const operators = ['sriov-network-operator'] as const;
  expect(checkConfig({ release: 'v1.8', operators: [...operators] })).toEqual([
    {
      path: ['operators', 0],
      message: '"sriov-network-operator" does nothing without policies; add sriov.policies',
    },
  ]);
});

test('reports every problem of every policy', () => {
  expect(
    problemsOf({ sriov: { policies: [testPolicy, { ...testPolicy, nicSelector: {} }] } }),
  ).toEqual([
    'sriov.policies.1.name: "fast" exists already; choose another',
    'sriov.policies.1.nicSelector: selects every card; give a vendor, deviceID, pfNames or ' +
      'rootDevices',
  ]);
});

const [oldest] = releases;

test('accepts the release that the platform runs', () => {
  expect(checkPlatform(oldest, oldest.components.kubevirt.version)).toEqual([]);
});

test('rejects another release than the platform runs, and names that one', () => {
  expect(checkPlatform(oldest, '1.8.4')).toEqual([
    {
      path: ['release'],
      message:
        '"v1.7" comes with KubeVirt 1.7.0, and the platform runs 1.8.4; say "v1.8", or update ' +
        'kubevirt-stack first',
    },
  ]);
  expect(checkPlatform(oldest, '1.0.0')).toEqual([
    {
      path: ['release'],
      message: '"v1.7" comes with KubeVirt 1.7.0, and the platform runs 1.0.0',
    },
  ]);
});
