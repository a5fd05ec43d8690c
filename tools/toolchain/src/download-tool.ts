// SPDX-License-Identifier: Apache-2.0
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Claim } from './claim.ts';
import { DownloadError } from './download-error.ts';
import type { DownloadLimits } from './download-limits.ts';
import type { DownloadProgress } from './download-progress.ts';
import { fetchArchive } from './fetch-archive.ts';
import { installFolder } from './install-folder.ts';
import { originOf, writeOrigin } from './origin.ts';
import type { PlannedDownload } from './planned-download.ts';
import { unpackArchive } from './unpack-archive.ts';

/** Everything that one download needs to know. */
export interface Download {
  readonly planned: PlannedDownload;
  readonly env: NodeJS.ProcessEnv;
  readonly claim: Claim;
  readonly progress: DownloadProgress;
  readonly limits: DownloadLimits;
  readonly signal?: AbortSignal | undefined;
}

/** Number of digits of a hash that messages show: enough to compare by eye. */
const shownDigits = 16;

function checkHash({ archive, release }: PlannedDownload, found: string): void {
  if (found === archive.hash) return;
  const [had, wanted] = [found, archive.hash].map((hash) => `${hash.slice(0, shownDigits)}...`);
  throw new DownloadError(
    `${archive.url} has the ${release.algorithm} ${had}, but ${release.publisher} published ${wanted}`,
  );
}

/**
 * Downloads one tool inside its claim: the archive, its hash, then the wanted programs alone. They
 * move to the tool's cache folder all at once.
 *
 * @returns the bytes of the archive.
 * @throws DownloadError when the archive cannot be had, or is not the one that was published; the
 * signal's reason when it is aborted.
 */
export async function downloadTool(download: Download): Promise<number> {
  const { claim, env, limits, planned, progress, signal } = download;
  const { archive, release, target } = planned;
  const { url } = archive;
  const file = join(claim.folder, 'archive.tar.gz');
  const bin = join(claim.folder, 'bin');
  await mkdir(bin);
  const { algorithm } = release;
  const { onBytes } = progress;
  const fetched = await fetchArchive({ url, algorithm, file, env, limits, signal, onBytes });
  checkHash(planned, fetched.hash);
  progress.setActivity('unpacking');
  await unpackArchive({ file, url }, claim.folder, release.paths, bin);
  signal?.throwIfAborted();
  await rm(file);
  await writeOrigin(bin, originOf(planned));
  await installFolder(claim, target);
  return fetched.bytes;
}
