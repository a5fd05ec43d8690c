// SPDX-License-Identifier: Apache-2.0
import { hostLabels } from './host-labels.ts';

const hostModel = 'host-model-cpu.node.kubevirt.io/';

test('a machine with the CPU of its host can move: the other hosts say that they can run that model', () => {
  const models = Object.keys(hostLabels)
    .filter((label) => label.startsWith(hostModel))
    .map((label) => label.slice(hostModel.length));
  expect(models).toEqual(['Skylake-Server']);
  // Labels that virt-controller demands of the host that takes the machine.
  const wanted = models.map((model) => `cpu-model-migration.node.kubevirt.io/${model}`);
  expect(Object.keys(hostLabels)).toEqual(expect.arrayContaining(wanted));
});
