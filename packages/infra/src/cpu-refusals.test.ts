// SPDX-License-Identifier: Apache-2.0
import { refusalsOf } from './cpu-refusals.ts';

/** Returns a node as virt-handler labels it: its own CPU, and what it can run. */
function node(name: string, model: string, runs: readonly string[], features: string[] = []) {
  const labels = Object.fromEntries(
    [
      `host-model-cpu.node.kubevirt.io/${model}`,
      ...features.map((feature) => `host-model-required-features.node.kubevirt.io/${feature}`),
      ...features.map((feature) => `cpu-feature.node.kubevirt.io/${feature}`),
      ...runs.map((one) => `cpu-model-migration.node.kubevirt.io/${one}`),
    ].map((label) => [label, 'true']),
  );
  return { metadata: { name, labels } };
}

// Proves: drains-and-updates.host-drain
test('hosts of one CPU take VMs of each other', () => {
  const nodes = ['metal-0', 'metal-1'].map((name) => node(name, 'Haswell', ['Haswell'], ['ibrs']));
  expect(Object.fromEntries(refusalsOf(nodes))).toEqual({ 'metal-0': [], 'metal-1': [] });
});

// Proves: drains-and-updates.host-drain
test('an older CPU takes no VM of a newer one', () => {
  const nodes = [
    node('metal-2', 'Haswell', ['Haswell']),
    node('metal-0', 'Skylake-Server', ['Haswell', 'Skylake-Server']),
    node('metal-1', 'Haswell', ['Haswell']),
  ];
  expect(Object.fromEntries(refusalsOf(nodes))).toEqual({
    'metal-0': ['metal-1', 'metal-2'],
    'metal-1': [],
    'metal-2': [],
  });
});

test('a CPU of the same model without a feature takes no VM of one that has it', () => {
  const nodes = [
    node('metal-0', 'Haswell', ['Haswell'], ['ssbd']),
    node('metal-1', 'Haswell', ['Haswell']),
  ];
  expect(Object.fromEntries(refusalsOf(nodes))).toEqual({ 'metal-0': ['metal-1'], 'metal-1': [] });
});

test('leaves out hosts that KubeVirt has not labelled', () => {
  const nodes = [node('metal-0', 'Haswell', ['Haswell']), { metadata: { name: 'cp-0' } }];
  expect(Object.fromEntries(refusalsOf(nodes))).toEqual({ 'metal-0': [] });
});
