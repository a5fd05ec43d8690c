// SPDX-License-Identifier: Apache-2.0
import { wholeGiB } from './sizes.ts';
import type { Source } from './source.ts';

/** An image of the platform, as its stack's file has it. */
export interface PlatformImage {
  readonly name: string;
  readonly http?: { readonly url?: string };
}

/** Images that machines can boot from. */
export interface Images {
  readonly ofPlatform: readonly PlatformImage[];
  /** Name of the one for machines whose own is not there. */
  readonly fallback: string;
}

/** The root disk of a pool, and what somebody should look at. */
export interface RootDisk {
  readonly rootDisk: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

const cloud = 'spec.template.spec.providerSpec.value.cloudProviderSpec';
const disk = `${cloud}.virtualMachine.template.primaryDisk`;

/** An image's address without what may be a secret in it. */
function withoutSecrets(image: string): string {
  return image.replace(/[?#].*$/, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}

function imageOf(
  asked: string | undefined,
  isRegistry: boolean,
  images: Images,
): string | undefined {
  if (asked === undefined) return undefined;
  if (asked.startsWith('docker://')) return asked;
  if (isRegistry) return `docker://${asked}`;
  return images.ofPlatform.find(({ http, name }) => http?.url === asked || name === asked)?.name;
}

/** Returns the keys of a disk that is stored. */
function storedOf(said: Readonly<Record<'size' | 'className' | 'accessMode', string | undefined>>) {
  const { accessMode, className, size } = said;
  const sizeGiB = wholeGiB(size);
  return {
    ...(sizeGiB !== undefined && { sizeGiB }),
    ...(className !== undefined && { className }),
    ...(accessMode !== undefined && { accessModes: [accessMode] }),
  };
}

/** Returns the root disk of a MachineDeployment. */
export function rootDiskOf(name: string, source: Source, images: Images): RootDisk {
  const asked = source.text(`${disk}.osImage`, `${cloud}.sourceURL`);
  const isRegistry = source.text(`${disk}.source`) === 'registry';
  const stored = storedOf({
    size: source.text(`${disk}.size`, `${cloud}.pvcSize`),
    className: source.text(`${disk}.storageClassName`, `${cloud}.storageClassName`),
    accessMode: source.text(`${disk}.storageAccessType`),
  });
  const image = imageOf(asked, isRegistry, images);
  const missing =
    asked === undefined
      ? `${name}: says no image; rootDisk.image is "${images.fallback}"`
      : `${name}: the platform has no image of ${withoutSecrets(asked)}; rootDisk.image is "${images.fallback}". Add yours to kubevirt-stack:images, with its checksum, and name it`;
  return {
    rootDisk: { image: image ?? images.fallback, ...stored },
    lines: image === undefined ? [missing] : [],
  };
}

/** Returns the other disks of a MachineDeployment. */
export function disksOf(source: Source): Readonly<Record<string, unknown>>[] {
  return source.entries(`${cloud}.virtualMachine.template.secondaryDisks`).map((one, index) => ({
    name: `data-${index}`,
    kind: 'data',
    ...storedOf({
      size: one.text('size'),
      className: one.text('storageClassName'),
      accessMode: one.text('storageAccessType'),
    }),
  }));
}
