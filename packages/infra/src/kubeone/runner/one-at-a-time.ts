// SPDX-License-Identifier: Apache-2.0
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunnerError } from './find-kubeone.ts';

/** The cluster's name. Reading one line of what Strata itself has written takes no parser, which would be slow to load. */
export function clusterNameIn(manifest: string): string {
  return /^name: (\S+)$/m.exec(manifest)?.[1] ?? '';
}

/** Whether a process of this machine still runs. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @returns the process that holds the lock; undefined once it is ours. */
async function take(file: string): Promise<number | undefined> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = Number(await readFile(file, 'utf8'));
  if (holder > 0 && isAlive(holder)) return holder;
  // Killed before it could tidy up.
  await rm(file, { force: true });
  return take(file);
}

/**
 * Keeps two runs of KubeOne off the same hosts: when Pulumi is killed, its lock can be taken away
 * while KubeOne is still at work.
 *
 * @throws RunnerError when another one of this machine is at work on the cluster.
 */
export async function oneAtATime<T>(cluster: string, work: () => Promise<T>): Promise<T> {
  const file = join(tmpdir(), `strata-kubeone-${cluster}.lock`);
  const holder = await take(file);
  if (holder !== undefined) {
    throw new RunnerError(
      `an earlier run of KubeOne is still at work on ${cluster} (process ${holder}). Wait until it ` +
        'has ended, then run pulumi up again; nothing was begun.',
    );
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}
