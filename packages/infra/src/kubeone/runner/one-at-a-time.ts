// SPDX-License-Identifier: Apache-2.0
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { RunnerError } from './find-kubeone.ts';

/** Returns the name of the cluster in a manifest. A regular expression is enough for a file that Strata wrote; a YAML parser would be slow to load. */
export function clusterNameIn(manifest: string): string {
  return /^name: (\S+)$/m.exec(manifest)?.[1] ?? '';
}

/** Returns whether a process of this computer still runs. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns whether a file is older than the last start of this computer, whose process IDs are used again. */
async function isOfEarlierBoot(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file);
  return mtimeMs < Date.now() - uptime() * 1_000;
}

/** Takes the lock. @returns the process ID of another holder; undefined when this process now holds the lock. */
async function take(file: string): Promise<number | undefined> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = Number(await readFile(file, 'utf8'));
  if (holder > 0 && isAlive(holder) && !(await isOfEarlierBoot(file))) return holder;
  // The holder ended before it could remove its lock.
  await rm(file, { force: true });
  return take(file);
}

/**
 * Runs `work` unless another run of KubeOne works on the same cluster. Pulumi's own lock is not
 * enough: when Pulumi is killed, its lock can be cancelled while KubeOne still runs.
 *
 * @throws RunnerError when another process of this computer works on the cluster.
 */
export async function oneAtATime<T>(cluster: string, work: () => Promise<T>): Promise<T> {
  const file = join(tmpdir(), `strata-kubeone-${cluster}.lock`);
  const holder = await take(file);
  if (holder !== undefined) {
    throw new RunnerError(
      `an earlier run of KubeOne is still at work on ${cluster} (process ${holder}). Wait until it ` +
        `has ended, then run pulumi up again; nothing was begun. If no KubeOne runs, remove ${file}.`,
    );
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}
