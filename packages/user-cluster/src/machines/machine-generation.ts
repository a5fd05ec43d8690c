// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { MachineArgs } from './machine-args.ts';
import { renderMachine } from './render-machine.ts';

/** Returns a value with sorted keys, so that the same value is always the same text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(fields).sort();
  return Object.fromEntries(keys.map((key) => [key, canonical(fields[key])]));
}

/** Characters of a generation: enough that no two generations of one pool will ever be the same. */
const length = 8;

/**
 * Returns a hash, in eight hexadecimal digits, of everything that a VM is made of: its whole template,
 * and its user data. KubeVirt restarts a VM for any change of its template; a new generation, which is
 * part of the name of the root disk, makes it a new VM instead of an old one that was restarted.
 *
 * @param userData - without join credentials, which change while VMs run.
 */
export function machineGeneration(
  args: Omit<MachineArgs, 'generation' | 'userDataSecret' | 'index'>,
  userData: string,
): string {
  const machine = renderMachine({ ...args, generation: '', userDataSecret: '' });
  const made = JSON.stringify(canonical({ machine, userData }));
  return createHash('sha256').update(made).digest('hex').slice(0, length);
}
