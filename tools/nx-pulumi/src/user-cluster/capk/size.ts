// SPDX-License-Identifier: Apache-2.0
import { checkedQuantity } from '../translate/checked-quantity.ts';
import { numberAt } from '../translate/number-at.ts';
import { memoryOf } from '../translate/sizes.ts';
import type { Source } from '../translate/source.ts';
import { wholeCpus } from '../translate/whole-cpus.ts';
import { guestPath } from './left-out-machines.ts';

/** Keys of a machine that say its size, and messages about what is not kept. */
export interface Size {
  readonly keys: Readonly<Record<string, number>>;
  readonly lines: readonly string[];
}

const domain = `${guestPath}.domain`;

/**
 * Returns the CPUs and the memory that the guest of a KubevirtMachineTemplate sees: CPUs are the product of
 * sockets, cores and threads; without any of them, the limit or the request of its pod, and one otherwise.
 *
 * @param title - of the KubevirtMachineTemplate, for errors and messages.
 * @see https://github.com/kubevirt/kubevirt/blob/v1.7.0/pkg/virt-launcher/virtwrap/converter/vcpu/vcpu.go `GetCPUTopology`
 * @throws Error when one of them is no number or no quantity.
 */
export function sizeOf(title: string, source: Source): Size {
  const topology = ['sockets', 'cores', 'threads'].flatMap(
    (key) => numberAt(title, source, `${domain}.cpu.${key}`) ?? [],
  );
  const memory = source.text(
    `${domain}.memory.guest`,
    `${domain}.resources.requests.memory`,
    `${domain}.resources.limits.memory`,
  );
  checkedQuantity(title, 'memory', memory);
  const requested = source.text(
    `${domain}.resources.limits.cpu`,
    `${domain}.resources.requests.cpu`,
  );
  const { cpu = 1, lines } =
    topology.length > 0
      ? { cpu: topology.reduce((product, factor) => product * factor, 1), lines: [] }
      : wholeCpus(title, requested);
  return { keys: { cpu, ...memoryOf(memory) }, lines };
}
