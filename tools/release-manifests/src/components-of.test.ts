// SPDX-License-Identifier: Apache-2.0
import { optionalOperators } from '@strata/contracts';
import type { Component } from '@strata/manifests/recipes';
import { componentsOf } from './index.ts';

const titles = (components: readonly Component[]) =>
  components.map(({ name, version }) => `${name} ${version}`);

const shared = [
  'multus 4.3.0',
  'metallb 0.16.1',
  'prometheus-operator 0.93.1',
  'snapshot-controller 8.7.0',
  // Inside user clusters.
  'cilium 1.20.2',
  'metrics-server 0.8.0',
  'flux 2.9.5',
];

test('a release has six components, and those that run inside user clusters', () => {
  expect(titles(componentsOf({ releases: ['v1.7'], optional: false }))).toEqual([
    'kubevirt 1.7.0',
    'cdi 1.64.0',
    ...shared,
  ]);
});

test('lists components that two releases share once', () => {
  expect(titles(componentsOf({ releases: ['v1.8', 'v1.9'], optional: false }))).toEqual([
    'kubevirt 1.8.4',
    'cdi 1.65.0',
    ...shared,
    'kubevirt 1.9.0',
  ]);
});

test('lists optional operators only on request', () => {
  const others = Object.entries(optionalOperators)
    .slice(5)
    .map(([name, { version }]) => `${name} ${version}`);
  expect(titles(componentsOf({ releases: ['v1.8'], optional: true })).slice(9)).toEqual([
    'node-feature-discovery 0.19.0',
    'sriov-network-operator 1.6.0',
    'gpu-operator 26.3.3',
    'descheduler 0.36.0',
    'whereabouts 0.9.4',
    ...others,
  ]);
});
