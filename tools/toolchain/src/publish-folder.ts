// SPDX-License-Identifier: Apache-2.0
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { claim, clearDeadClaims } from './claim.ts';

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/**
 * Makes a folder of the cache unless it exists. The folder is filled under another name and renamed
 * when complete, so that nobody ever sees half of it. The name must identify the content.
 *
 * @param fill fills the empty folder that it gets.
 * @returns `target`.
 */
export async function publishFolder(
  target: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const isDone = () => isThere(target);
  if (await isDone()) return target;
  await mkdir(dirname(target), { recursive: true });
  await clearDeadClaims(dirname(target));
  const held = await claim(target, { isDone, timeoutSeconds: 300 });
  if (!held) return target;
  try {
    const folder = `${held.folder}/new`;
    await mkdir(folder);
    await fill(folder);
    await rename(folder, target);
    return target;
  } finally {
    await held.release();
  }
}
