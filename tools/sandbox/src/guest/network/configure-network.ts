// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import type { BootFile } from '../boot-file.ts';
import type { Tell } from '../console.ts';
import { planInterfaces } from './interface-plan.ts';
import type { NetworkData } from './network-data.ts';

/**
 * Gives the machine's interfaces their names, addresses and routes, and writes the result to the
 * console. Reports a command that the kernel refuses and still runs the rest, as systemd-networkd
 * does.
 */
export function configureNetwork(boot: BootFile, data: NetworkData | undefined, tell: Tell): void {
  const { commands, told } = planInterfaces(boot, data);
  for (const command of commands) {
    const { status, stderr, error } = spawnSync('ip', command, { encoding: 'utf8' });
    if (status !== 0) tell(`ip ${command.join(' ')}: ${error?.message ?? stderr.trim()}`);
  }
  for (const line of told) tell(line);
}
