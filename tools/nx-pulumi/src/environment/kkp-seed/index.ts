// SPDX-License-Identifier: Apache-2.0
import { readAskedFile } from '../../user-cluster/read-asked-file.ts';
import { readSeed } from './read-seed.ts';
import { translateSeed } from './translate-seed.ts';
import type { SeedTranslation } from './translate-seed.ts';

export { datacenterKeys } from './datacenter-keys.ts';
export { readSeed } from './read-seed.ts';
export type { SeedKey, SeedKeys } from './seed-key.ts';
export { upstreamFile } from './seed-key.ts';
export { seedKeys } from './seed-keys.ts';
export type { SeedTranslation } from './translate-seed.ts';
export { translateSeed } from './translate-seed.ts';

/** Options of the generator that are about a Seed. */
export interface SeedOptions {
  /** Path of a file, or `-`, with a Seed of KKP to translate. @default none */
  readonly fromKkpSeed?: string;
  /** Name of its datacenter. @default the only one of KubeVirt */
  readonly datacenter?: string;
  /** DNS servers with commas between them, before those of the datacenter. */
  readonly dns?: string;
}

/**
 * Reads and translates the Seed that an option names.
 *
 * @returns undefined without the option.
 * @throws Error when a datacenter is named without a Seed, or when the file is not there or cannot be translated.
 */
export function translatedSeed(options: SeedOptions): SeedTranslation | undefined {
  const { datacenter, dns = '', fromKkpSeed } = options;
  if (fromKkpSeed === undefined) {
    if (datacenter === undefined) return undefined;
    throw new Error('--datacenter is about a Seed of KKP: name its file with --from-kkp-seed.');
  }
  const { path, text } = readAskedFile('--from-kkp-seed', fromKkpSeed);
  return translateSeed(readSeed(path, text, datacenter), dns !== '');
}
