// SPDX-License-Identifier: Apache-2.0
import { isMapping, valueAt } from './mapping.ts';
import type { Mapping } from './mapping.ts';

/** Values that somebody set with options of the generator. */
export type Asked = Readonly<
  Partial<Record<'kubernetes' | 'workers' | 'instancetype' | 'image' | 'vlan' | 'dns', unknown>>
>;

/** Keys that a cluster never shares: the next free ones of its environment. */
const ownKeys: readonly string[] = [
  'kubernetes.podCidr',
  'kubernetes.serviceCidr',
  'controlPlane.endpoint.address',
  'cni.tunnelPort',
  'network.vlans',
];

/** Keys that an option is about: what is asked for is written, whatever profiles say. */
const keysOfOptions: Readonly<Partial<Record<keyof Asked, string>>> = {
  kubernetes: 'kubernetes.version',
  instancetype: 'controlPlane.instancetype',
  image: 'controlPlane.rootDisk.image',
  dns: 'network.dns.servers',
};

/** Options that say something about every pool, or about one that profiles do not have. */
const optionsOfPools: readonly (keyof Asked)[] = ['workers', 'instancetype', 'image', 'vlan'];

/** Keys that say the same as another one in other words, or are of no use without it. */
const saidBy: Readonly<Record<string, readonly string[]>> = {
  'controlPlane.instancetype': [
    'controlPlane.cpu',
    'controlPlane.memoryGiB',
    'controlPlane.memoryMiB',
  ],
  'controlPlane.cpu': ['controlPlane.instancetype'],
  'controlPlane.memoryGiB': ['controlPlane.instancetype', 'controlPlane.memoryMiB'],
  'controlPlane.memoryMiB': ['controlPlane.instancetype', 'controlPlane.memoryGiB'],
  'controlPlane.rootDisk.ephemeral': ['controlPlane.rootDisk.image'],
  'controlPlane.rootDisk.sizeGiB': ['controlPlane.rootDisk.image'],
};

function isAsked(options: Asked, option: keyof Asked): boolean {
  return options[option] !== undefined && options[option] !== false;
}

/** @throws Error when an option is about pools, and the profiles say those. */
export function refuseOptionsOfPools(said: Mapping, options: Asked): void {
  const aboutPools = optionsOfPools.filter((option) => isAsked(options, option));
  if (said.pools !== undefined && aboutPools.length > 0) {
    const flags = aboutPools.map((option) => `--${option}`).join(', ');
    throw new Error(
      `A profile says pools, and the file of a cluster can only replace all of them: leave out ${flags}, or write the file with them and add extends by hand.`,
    );
  }
}

function without(config: Mapping, isLeft: (path: string) => boolean, above = ''): Mapping {
  const kept = Object.entries(config).flatMap(([key, value]): [string, unknown][] => {
    const path = `${above}${key}`;
    if (!isMapping(value)) return isLeft(path) ? [] : [[key, value]];
    const inner = without(value, isLeft, `${path}.`);
    return Object.keys(inner).length === 0 ? [] : [[key, inner]];
  });
  return Object.fromEntries(kept);
}

/**
 * Returns the configuration of a new cluster without what its profiles say already.
 *
 * @param said - the configuration of the profiles.
 */
export function leftToProfiles(config: Mapping, said: Mapping, options: Asked): Mapping {
  const asked = Object.entries(keysOfOptions).flatMap(([option, path]) =>
    isAsked(options, option as keyof Asked) ? [path] : [],
  );
  const written = [...ownKeys, ...asked];
  return without(config, (path) => {
    if (written.includes(path)) return false;
    return [path, ...(saidBy[path] ?? [])].some((one) => valueAt(said, one) !== undefined);
  });
}
