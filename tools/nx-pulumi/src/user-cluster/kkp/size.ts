// SPDX-License-Identifier: Apache-2.0
import { parseQuantity } from '@strata/contracts/quantity';
import { memoryOf } from './sizes.ts';
import type { Source } from './source.ts';

/** Keys of a pool that say its size, and messages about what is not kept. */
export interface Size {
  readonly keys: Readonly<Record<string, number>>;
  readonly lines: readonly string[];
}

const cloud = 'spec.template.spec.providerSpec.value.cloudProviderSpec';
const template = `${cloud}.virtualMachine.template`;

/** @throws Error when the text is no quantity of Kubernetes. */
function checked(title: string, key: string, text: string | undefined): number | undefined {
  const number = parseQuantity(text);
  if (text === undefined || number !== undefined) return number;
  throw new Error(`${title}: ${key} is "${text}", which is no quantity of Kubernetes.`);
}

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
  const cpus = checked(title, 'cpus', cpuText);
  checked(title, 'memory', memory);
  const cpu = cpus === undefined ? undefined : Math.ceil(cpus);
  return {
    keys: { ...(cpu !== undefined && { cpu }), ...memoryOf(memory) },
    lines:
      cpu === cpus
        ? []
        : [
            `${title}: cpus ${cpuText ?? ''} is rounded up, for a machine has whole CPUs: cpu is ${cpu ?? ''}`,
          ],
  };
}
