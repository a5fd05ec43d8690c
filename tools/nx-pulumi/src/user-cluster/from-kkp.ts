// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { readKkpFile, translateKkp } from './kkp/index.ts';
import type { PlatformImage, Translation } from './kkp/index.ts';
import type { Mapping } from './mapping.ts';
import type { UserClusterOptions } from './user-cluster-options.ts';

/** Values that the file of a new cluster takes from KKP. */
export interface KkpKeys extends Pick<Translation, 'kubernetes' | 'lines'> {
  /** Returns the configuration of a new cluster with the keys of KKP in it. */
  readonly into: (config: Mapping) => Mapping;
}

/** Facts about the new cluster that {@link keysFromKkp} needs. */
export interface KkpContext {
  /** Configuration of its profiles. */
  readonly said: Mapping;
  readonly images: { readonly ofPlatform: unknown; readonly fallback: string };
}

/** Options of the generator that MachineDeployments say themselves. */
const saidByKkp = ['workers', 'vlan'] as const;

/**
 * Reads the file of `--from-kkp`.
 *
 * @returns nothing new without that option.
 * @throws Error when the file is not there or cannot be read, or when an option or a profile says pools, too.
 */
export function keysFromKkp(options: UserClusterOptions, { images, said }: KkpContext): KkpKeys {
  const { fromKkp: path } = options;
  if (path === undefined) return { lines: [], into: (config) => config };
  if (!existsSync(path)) throw new Error(`--from-kkp: there is no file ${path}.`);
  const { ofPlatform, fallback } = images;
  const known = Array.isArray(ofPlatform) ? (ofPlatform as readonly PlatformImage[]) : [];
  const file = readKkpFile(path, readFileSync(path, 'utf8'));
  const { config: keys, ...rest } = translateKkp(file, { ofPlatform: known, fallback });
  const twice = saidByKkp.filter((name) => options[name] !== undefined && options[name] !== false);
  if (keys.pools !== undefined && twice.length > 0) {
    const flags = twice.map((name) => `--${name}`).join(', ');
    throw new Error(`The MachineDeployments of ${path} are the pools: leave out ${flags}.`);
  }
  if (keys.pools !== undefined && said.pools !== undefined) {
    throw new Error(`A profile says pools, and so do the MachineDeployments of ${path}.`);
  }
  const into = (config: Mapping) => {
    const cni = { ...(config.cni as Mapping | undefined), ...(keys.cni as Mapping | undefined) };
    return { ...config, ...keys, cni };
  };
  return { ...rest, into };
}
