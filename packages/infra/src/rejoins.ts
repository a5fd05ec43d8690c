// SPDX-License-Identifier: Apache-2.0
import type { HostConfig } from './config/index.ts';

/** How often each host has joined the cluster again because it was no node any more, by its name. */
export type Rejoins = Readonly<Record<string, number>>;

/** Returns the numbers of a run in which these hosts join again. */
export function rejoinsOf(
  hosts: readonly Pick<HostConfig, 'name'>[],
  former: Rejoins,
  lost: readonly string[],
): Rejoins {
  const numbers = hosts.map(({ name }) => {
    const number = (former[name] ?? 0) + (lost.includes(name) ? 1 : 0);
    return [name, number] as const;
  });
  return Object.fromEntries(numbers.filter(([, number]) => number > 0));
}

/** Returns the end of a script for a host: another one after each time that the host joins again, so that it runs again. */
export function rejoinedLine(host: string, rejoins: Rejoins): string {
  const number = rejoins[host];
  return number === undefined ? '' : `# Joined again: ${number}\n`;
}
