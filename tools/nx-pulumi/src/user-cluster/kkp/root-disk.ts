// SPDX-License-Identifier: Apache-2.0
import { chooseImage } from '../translate/images.ts';
import type { Images } from '../translate/images.ts';
import type { Source } from '../translate/source.ts';
import { storedKeys } from '../translate/stored-disk.ts';

/** The root disk of a pool, and what somebody should look at. */
export interface RootDisk {
  readonly rootDisk: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

const cloud = 'spec.template.spec.providerSpec.value.cloudProviderSpec';
const disk = `${cloud}.virtualMachine.template.primaryDisk`;

/** Returns an image's address as Strata has it: one of a registry has the prefix `docker://`. */
function addressOf(asked: string | undefined, isRegistry: boolean): string | undefined {
  if (asked === undefined || !isRegistry || asked.startsWith('docker://')) return asked;
  return `docker://${asked}`;
}

/** Returns how a disk is stored, by the paths at which an object may say it. */
function storedOf(
  source: Source,
  paths: { readonly size: string[]; readonly className: string[]; readonly accessMode: string },
) {
  const accessMode = source.text(paths.accessMode);
  return storedKeys({
    size: source.text(...paths.size),
    className: source.text(...paths.className),
    accessModes: accessMode === undefined ? [] : [accessMode],
  });
}

/** Returns the root disk of a MachineDeployment. */
export function rootDiskOf(name: string, source: Source, images: Images): RootDisk {
  const asked = source.text(`${disk}.osImage`, `${cloud}.sourceURL`);
  const isRegistry = source.text(`${disk}.source`) === 'registry';
  const stored = storedOf(source, {
    size: [`${disk}.size`, `${cloud}.pvcSize`],
    className: [`${disk}.storageClassName`, `${cloud}.storageClassName`],
    accessMode: `${disk}.storageAccessType`,
  });
  const { image, lines } = chooseImage(name, addressOf(asked, isRegistry), images);
  return { rootDisk: { image, ...stored }, lines };
}

/** Returns the other disks of a MachineDeployment. */
export function disksOf(source: Source): Readonly<Record<string, unknown>>[] {
  return source.entries(`${cloud}.virtualMachine.template.secondaryDisks`).map((one, index) => ({
    name: `data-${index}`,
    kind: 'data',
    ...storedOf(one, {
      size: ['size'],
      className: ['storageClassName'],
      accessMode: 'storageAccessType',
    }),
  }));
}
