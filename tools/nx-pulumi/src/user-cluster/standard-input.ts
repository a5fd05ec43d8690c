// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/** Standard input as a file. */
const device = '/dev/stdin';

/** Whether a path means standard input; Nx takes `-` for an argument, so the command line says its device. */
export const isStandardInput = (path: string): boolean => path === '-' || path === device;

/**
 * Returns all of standard input. It is opened once more, for another program may have set that reading it does
 * not wait.
 */
export function readStandardInput(): string {
  try {
    return readFileSync(device, 'utf8');
  } catch (error) {
    // A socket, which programs with Node give those that they start, cannot be opened again.
    if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    return readFileSync(0, 'utf8');
  }
}
