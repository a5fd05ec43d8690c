// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { readKkpFile, translateKkp } from './kkp/index.ts';
import type { Mapping } from './mapping.ts';
import type { PlatformImage } from './translate/images.ts';
import type { Translation } from './translate/translation.ts';
import type { UserClusterOptions } from './user-cluster-options.ts';

/** Values that the file of a new cluster takes from KKP. */
export interface KkpKeys extends Pick<Translation, 'kubernetes'> {
  /** Returns the configuration of a new cluster with the keys of KKP in it. */
  readonly into: (config: Mapping) => Mapping;
}

/** Facts about the new cluster that {@link keysFromKkp} needs. */
export interface KkpContext {
  /** Configuration of its profiles. */
  readonly said: Mapping;
  readonly images: { readonly ofPlatform: unknown; readonly fallback: string };
}

/** A pool, as far as its size goes. */
interface SizedPool {
  readonly name?: string;
  readonly instancetype?: string;
  readonly cpu?: number;
  readonly memoryGiB?: number;
  readonly memoryMiB?: number;
}

/**
 * Refuses pools without a size: no key of Strata that is missing tells what KKP's file lacks.
 *
 * @throws Error naming their MachineDeployments.
 */
function refuseWithoutSize(path: string, pools: readonly SizedPool[]): void {
  const names = pools
    .filter(({ instancetype }) => instancetype === undefined)
    .filter(({ cpu, memoryGiB, memoryMiB }) => !cpu || (memoryGiB ?? memoryMiB) === undefined)
    .map(({ name = '?' }) => `"${name}"`);
  if (names.length === 0) return;
  throw new Error(
    `${path} does not say how large the machines of ${names.join(', ')} are: give virtualMachine.template ` +
      'of these MachineDeployments vcpus.cores (or cpus) and memory, or an instancetype of the platform (VirtualMachineClusterInstancetype).',
  );
}

/** Options of the generator that MachineDeployments say themselves. */
const saidByKkp = ['workers', 'vlan'] as const;

/** Message about the machines of a cluster of which the file has no MachineDeployment. */
const addedPool =
  'MachineDeployment: there is none in the file; the pool "md-a" is not of KKP, and --workers says how many machines it has';

/** Keys of which both the generator and KKP say something. */
const sharedKeys = ['cni', 'isolation', 'kubernetes'] as const;

/** Returns the configuration of a new cluster with the keys of KKP in it. */
function mergedWith(config: Mapping, keys: Mapping): Mapping {
  const shared = sharedKeys
    .filter((key) => config[key] !== undefined && keys[key] !== undefined)
    .map((key) => [key, { ...(config[key] as Mapping), ...(keys[key] as Mapping) }]);
  return { ...config, ...keys, ...(Object.fromEntries(shared) as Mapping) };
}

/**
 * Reads the file of `--from-kkp`.
 *
 * Prints at once what is not as KKP has it, for it helps with what is refused afterwards, too.
 *
 * @returns nothing new without that option.
 * @throws Error when the file is not there, cannot be read or lacks a size, or when an option or a
 * profile says pools, too.
 */
export function keysFromKkp(options: UserClusterOptions, { images, said }: KkpContext): KkpKeys {
  const { fromKkp: path } = options;
  if (path === undefined) return { into: (config) => config };
  if (!existsSync(path)) throw new Error(`--from-kkp: there is no file ${path}.`);
  const { ofPlatform, fallback } = images;
  const known = Array.isArray(ofPlatform) ? (ofPlatform as readonly PlatformImage[]) : [];
  const file = readKkpFile(path, readFileSync(path, 'utf8'));
  const {
    config: keys,
    kubernetes,
    lines: kept,
  } = translateKkp(file, { ofPlatform: known, fallback });
  const isAdded = keys.pools === undefined && said.pools === undefined;
  const lines = isAdded ? [...kept, addedPool] : kept;
  if (lines.length > 0) console.log(['\nNot as KKP has it:', ...lines].join('\n  '));
  refuseWithoutSize(path, (keys.pools ?? []) as readonly SizedPool[]);
  const twice = saidByKkp.filter((name) => options[name] !== undefined && options[name] !== false);
  if (keys.pools !== undefined && twice.length > 0) {
    const flags = twice.map((name) => `--${name}`).join(', ');
    throw new Error(`The MachineDeployments of ${path} are the pools: leave out ${flags}.`);
  }
  if (keys.pools !== undefined && said.pools !== undefined) {
    throw new Error(`A profile says pools, and so do the MachineDeployments of ${path}.`);
  }
  const into = (config: Mapping) => mergedWith(config, keys);
  return { ...(kubernetes !== undefined && { kubernetes }), into };
}
