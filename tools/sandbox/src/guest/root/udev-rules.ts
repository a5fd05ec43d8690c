// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { words } from '../systemd/unit-file.ts';

const rulesFolder = 'etc/udev/rules.d';

/** A disk that has become larger, as the kernel tells udev. */
export interface DiskEvent {
  /** Name of the disk, such as `sda`. */
  readonly name: string;
  /** Serial number, which only virtio disks have as an attribute. */
  readonly serial?: string;
}

const matchPattern = /([A-Z]+(?:\{\w+\})?)\s*([=!]=)\s*"([^"]*)"/g;
const runPattern = /RUN(?:\{program\})?\s*\+?=\s*"([^"]*)"/g;

/**
 * Returns the commands that the rules in a file run because of an event. A rule with a match that is not
 * played here does not apply.
 *
 * @see https://www.freedesktop.org/software/systemd/man/latest/udev.html
 */
export function commandsOf(rules: string, { name, serial = '' }: DiskEvent): string[][] {
  const facts: Readonly<Record<string, string>> = {
    ACTION: 'change',
    SUBSYSTEM: 'block',
    KERNEL: name,
    'ENV{DEVTYPE}': 'disk',
    'ENV{RESIZE}': '1',
    'ATTR{serial}': serial,
  };
  return rules
    .replaceAll(/^\s*#.*$/gm, '')
    .split('\n')
    .filter((line) =>
      [...line.matchAll(matchPattern)].every(([, key = '', operator, pattern = '']) => {
        const value = facts[key];
        return value !== undefined && matches(value, pattern) === (operator === '==');
      }),
    )
    .flatMap((line) => [...line.matchAll(runPattern)])
    .map(([, command = '']) => words(command.replaceAll('%k', name)));
}

/** Returns the commands that all rules of a guest run because of an event. */
export function commandsFor(root: string, event: DiskEvent): string[][] {
  const folder = join(root, rulesFolder);
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return files
    .filter((file) => file.endsWith('.rules'))
    .flatMap((file) => commandsOf(readFileSync(join(folder, file), 'utf8'), event));
}

function matches(value: string, pattern: string): boolean {
  return pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern;
}
