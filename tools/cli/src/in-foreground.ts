// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/**
 * Returns whether the terminal sends Ctrl-C to this process and those that it has started, whatever
 * their standard input is.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html `pgrp` and `tpgid`
 */
export function inForeground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name before it may have blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[2] === fields[5];
  } catch {
    return process.stdin.isTTY;
  }
}
