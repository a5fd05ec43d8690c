// SPDX-License-Identifier: Apache-2.0
import { checkedQuantity } from '../translate/checked-quantity.ts';
import { memoryOf } from '../translate/sizes.ts';
import type { Source } from '../translate/source.ts';
import { wholeCpus } from '../translate/whole-cpus.ts';

/** Keys of a pool that say its size, and messages about what is not kept. */
export interface Size {
  readonly keys: Readonly<Record<string, number>>;
  readonly lines: readonly string[];
}

const cloud = 'spec.template.spec.providerSpec.value.cloudProviderSpec';
const template = `${cloud}.virtualMachine.template`;

/**
 * Returns the CPUs and the memory of a MachineDeployment. `vcpus` are those that the machine sees, and
 * `cpus` those that its pod requests, which may be parts of a CPU.
 *
 * @param title - of the MachineDeployment, for errors and messages.
 * @throws Error when one of them is no quantity.
 */
export function sizeOf(title: string, source: Source): Size {
  const cpuText = source.text(`${template}.vcpus.cores`, `${template}.cpus`, `${cloud}.cpus`);
  const memory = source.text(`${template}.memory`, `${cloud}.memory`);
  const { cpu, lines } = wholeCpus(title, cpuText);
  checkedQuantity(title, 'memory', memory);
  return { keys: { ...(cpu !== undefined && { cpu }), ...memoryOf(memory) }, lines };
}
