// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { statusOf } from '../environment.ts';
import type { Instance } from '@strata/sandbox';

const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');

/** The process that has started another, or taken it over. */
export function parentOf(pid: number): number {
  // Behind the name, which may have spaces and brackets: the state, then the parent.
  return Number(read(pid, 'stat').split(') ').at(-1)?.split(' ')[1]);
}

function descendsFrom(pid: number, ancestor: number): boolean {
  for (let one = pid; one > 1; one = parentOf(one)) if (one === ancestor) return true;
  return false;
}

/**
 * The process of a program in a sandbox with an argument.
 *
 * @returns its id, as the machine sees it.
 */
export async function processWith(
  instance: Instance,
  program: string,
  argument: string,
): Promise<number> {
  const { supervisorPid } = await statusOf(instance);
  const found = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .find((pid) => {
      try {
        const [path = '', ...args] = read(pid, 'cmdline').split('\0');
        const fits = basename(path) === program && args.includes(argument);
        return fits && descendsFrom(pid, supervisorPid);
      } catch {
        // It has ended meanwhile.
        return false;
      }
    });
  if (found === undefined) throw new Error(`no ${program} runs with ${argument}`);
  return found;
}
