// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/**
 * Returns the name of a process as the kernel knows it (proc(5), /proc/PID/comm: 15 characters at most),
 * or undefined if there is no such process. One that ends while it is looked at counts as ended.
 */
export function processName(pid: number | string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trimEnd();
  } catch {
    return undefined;
  }
}
