// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { MachineArgs } from './machine-args.ts';
import { renderMachine } from './render-machine.ts';

/** Keys in the order of the alphabet, so that the same value is always the same text. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(fields).sort();
  return Object.fromEntries(keys.map((key) => [key, canonical(fields[key])]));
}

/** Letters enough that no two generations of one pool will ever be the same. */
const length = 8;

/**
 * What a machine is made of, in eight letters: its whole template, and what it does when it starts.
 * KubeVirt restarts a machine for any change of its template; a new generation, which is part of the
 * name of its root disk, makes this a new machine instead of an old one that was restarted.
 *
 * @param userData - without join credentials, which change while machines run.
 */
export function machineGeneration(
  args: Omit<MachineArgs, 'generation' | 'userDataSecret' | 'index'>,
  userData: string,
): string {
  const machine = renderMachine({ ...args, generation: '', userDataSecret: '' });
  const made = JSON.stringify(canonical({ machine, userData }));
  return createHash('sha256').update(made).digest('hex').slice(0, length);
}
