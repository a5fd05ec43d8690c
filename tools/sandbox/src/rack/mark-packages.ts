// SPDX-License-Identifier: Apache-2.0
import { statOf } from '@strata/toolchain/process-stat';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOption } from '../control-client.ts';
import { instanceAt, workspaceRoot } from '../instance.ts';
import type { Instance } from '../instance.ts';

const ending = '-sandbox';

/** Returns the start of a living process, as tools/bootstrap.mjs compares it. */
const startOf = (pid: number) => statOf(pid)?.startedAt;

function commandThatEnds(instance: Instance): string {
  if (instance.dir === instanceAt(instance.name).dir)
    return `npx strata stop${nameOption(instance)}`;
  return `npm run sandbox -- down --name ${instance.name} --state-dir ${instance.dir}`;
}

function removeOld(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [pid, started] = name.split('-');
    if (!name.endsWith(ending) || String(startOf(Number(pid))) === started) continue;
    rmSync(join(folder, name), { force: true });
  }
}

/**
 * Has `tools/bootstrap.mjs` leave the installed packages alone while a rack runs: each machine that
 * starts in it runs Node and sources of the packages.
 *
 * @param pid - first process of the rack, as seen from the machine.
 */
export function markPackages(pid: number, instance: Instance, root = workspaceRoot): void {
  const started = startOf(pid);
  if (started === undefined) return;
  const folder = join(root, '.strata/commands.running');
  try {
    mkdirSync(folder, { recursive: true });
    removeOld(folder);
    writeFileSync(join(folder, `${pid}-${started}${ending}`), commandThatEnds(instance));
  } catch {
    // Without the mark the rack runs as well; the folder may be another user's, or the disk full.
  }
}
