// SPDX-License-Identifier: Apache-2.0
import { checkedQuantity } from './checked-quantity.ts';

/** CPUs of a pool, and the message where they were parts of one. */
export interface WholeCpus {
  readonly cpu?: number;
  readonly lines: readonly string[];
}

/**
 * Returns CPUs as a pool has them: a machine has whole ones.
 *
 * @param title - of the object, for errors and messages.
 * @throws Error when the text is no quantity of Kubernetes.
 */
export function wholeCpus(title: string, text: string | undefined): WholeCpus {
  const cpus = checkedQuantity(title, 'cpus', text);
  if (cpus === undefined) return { lines: [] };
  const cpu = Math.ceil(cpus);
  const line = `${title}: cpus ${text ?? ''} is rounded up, for a machine has whole CPUs: cpu is ${cpu}`;
  return { cpu, lines: cpu === cpus ? [] : [line] };
}
