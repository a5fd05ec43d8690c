// SPDX-License-Identifier: Apache-2.0
import { gigabytes } from './disk-space.ts';
import type { PlannedDownload } from './planned-download.ts';
import { namesOf } from './planned-download.ts';
import { downloadSize } from './run-needs.ts';

/**
 * Returns one line to print before the first download.
 *
 * @param isStrict - Whether a download that fails is an error.
 */
export function announceDownloads(
  downloads: readonly PlannedDownload[],
  isStrict: boolean,
): string {
  const count = `${downloads.length} ${downloads.length === 1 ? 'tool' : 'tools'}`;
  const otherwise = isStrict ? 'is an error' : 'is built instead';
  return (
    `${count} to download, about ${gigabytes(downloadSize(downloads))}: ${namesOf(downloads)}. ` +
    `One that cannot be had, or has not the hash that its publisher's repository names, ${otherwise}.`
  );
}
