// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from '../instance.ts';
import { UserError } from '../user-error.ts';

/**
 * Shows the log of the component or pod whose name contains `wanted`; without `wanted`, lists all
 * logs.
 *
 * @throws UserError when no log, or more than one, has such a name.
 */
export async function showLogs(
  instance: Instance,
  wanted: string | undefined,
  follow: boolean,
): Promise<number> {
  const names = listLogs(instance);
  if (wanted === undefined) {
    console.log(names.join('\n'));
    return 0;
  }
  const exact = names.filter((name) => name === wanted);
  const matching = exact.length > 0 ? exact : names.filter((name) => name.includes(wanted));
  const [name] = matching;
  if (name === undefined || matching.length > 1) {
    const found = name === undefined ? 'No log has' : 'More than one log has';
    const list = (name === undefined ? names : matching).map((one) => `\n  ${one}`).join('');
    throw new UserError(`${found} "${wanted}" in its name; there are:${list}`);
  }
  const args = ['-n', follow ? '50' : '+1', ...(follow ? ['-F'] : [])];
  const child = spawn('tail', [...args, join(instance.logsDir, `${name}.log`)], {
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 0));
  });
}

function listLogs({ logsDir, name }: Instance): string[] {
  if (!existsSync(logsDir)) throw new UserError(`There is no sandbox ${name}.`);
  return readdirSync(logsDir)
    .filter((file) => file.endsWith('.log'))
    .map((file) => file.slice(0, -'.log'.length))
    .sort();
}
