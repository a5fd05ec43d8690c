// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';

/** Where a process is at its terminal; undefined: it has none. */
export type PlaceAtTerminal = 'foreground' | 'background' | undefined;

/**
 * Returns where this process is, whatever its standard input is. In the foreground the terminal sends
 * Ctrl-C to it and those that it has started; in the background nobody may read the keyboard.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html `pgrp` and `tpgid`
 */
export function placeAtTerminal(): PlaceAtTerminal {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The name before it may have blanks and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [group, terminalGroup] = [fields[2], fields[5]];
    if (group === terminalGroup) return 'foreground';
    return terminalGroup === '-1' ? undefined : 'background';
  } catch {
    return process.stdin.isTTY ? 'foreground' : undefined;
  }
}
