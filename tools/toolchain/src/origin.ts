// SPDX-License-Identifier: Apache-2.0
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedDownload } from './planned-download.ts';
import type { HashSource } from './release-types.ts';

/** How the programs in a tool's cache folder came to be there. */
export type Origin =
  | { readonly origin: 'built'; readonly go: string }
  | {
      readonly origin: 'downloaded';
      readonly url: string;
      readonly hash: string;
      /** Where the publisher has the hash. */
      readonly source: string;
    };

/** Name of the record, beside the programs. */
const record = '.origin.json';

/** Returns the address of the file in which the hash was read. */
export function addressOf({ commit, path, repository }: HashSource): string {
  return `${repository}/blob/${commit}/${path}`;
}

export function originOf({ archive, release }: PlannedDownload): Origin {
  return {
    origin: 'downloaded',
    url: archive.url,
    hash: `${release.algorithm}:${archive.hash}`,
    source: addressOf(release.source),
  };
}

export async function writeOrigin(folder: string, origin: Origin): Promise<void> {
  await writeFile(join(folder, record), `${JSON.stringify(origin, null, 2)}\n`);
}

/**
 * Returns how the programs of a folder came there, or undefined for a folder without a record, such
 * as one that an older version has built.
 */
export async function readOrigin(folder: string): Promise<Origin['origin'] | undefined> {
  try {
    const { origin } = JSON.parse(await readFile(join(folder, record), 'utf8')) as Partial<Origin>;
    return origin;
  } catch {
    return undefined;
  }
}
