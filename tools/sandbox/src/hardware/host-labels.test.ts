// SPDX-License-Identifier: Apache-2.0
import { hostLabels } from './host-labels.ts';

const hostModel = 'host-model-cpu.node.kubevirt.io/';

/** Returns whether a machine with the CPU of one host can move to another. */
function moves(from: string, to: string, models: readonly string[]): boolean {
  const own = Object.keys(hostLabels(from, models)).find((label) => label.startsWith(hostModel));
  // The label that virt-controller demands of the host that takes the machine.
  const wanted = `cpu-model-migration.node.kubevirt.io/${own?.slice(hostModel.length) ?? ''}`;
  return wanted in hostLabels(to, models);
}

test('a machine with the CPU of its host can move between hosts of the same model', () => {
  expect(hostLabels('metal-0', ['Skylake-Server'])).toMatchObject({
    [`${hostModel}Skylake-Server`]: 'true',
  });
  expect(moves('metal-0', 'metal-1', ['Skylake-Server'])).toBe(true);
});

test('of two models, the newer host takes machines of the older one, and not the other way round', () => {
  const models = ['Haswell', 'Skylake-Server'];
  expect(moves('metal-0', 'metal-1', models)).toBe(true);
  expect(moves('metal-1', 'metal-0', models)).toBe(false);
  expect(moves('metal-1', 'metal-3', models)).toBe(true);
});

test('a host has the feature that it demands of hosts that take its machines', () => {
  const labels = hostLabels('metal-0', ['Skylake-Server']);
  const demands = 'host-model-required-features.node.kubevirt.io/';
  const demanded = Object.keys(labels).filter((label) => label.startsWith(demands));
  expect(demanded).toEqual([`${demands}vmx`]);
  expect(labels).toMatchObject({ 'cpu-feature.node.kubevirt.io/vmx': 'true' });
});
