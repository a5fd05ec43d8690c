// SPDX-License-Identifier: Apache-2.0

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

/** The image of a root disk, and the message where it is another one than before. */
export interface ChosenImage {
  readonly image: string;
  readonly lines: readonly string[];
}

/** An image's address without what may be a secret in it. */
function withoutSecrets(image: string): string {
  return image.replace(/[?#].*$/, '').replace(/^(\w+:\/\/)[^/@]*@/, '$1');
}

/** Returns the image of the platform that has this address or name. */
export function knownImage(
  asked: string,
  ofPlatform: readonly PlatformImage[],
): PlatformImage | undefined {
  return ofPlatform.find(({ http, name }) => http?.url === asked || name === asked);
}

/**
 * Returns the image for a root disk: a container disk as it is, another one if the platform has it by its
 * address or name, and otherwise the one for such machines.
 *
 * @param title - of the object that asks for it.
 */
export function chooseImage(title: string, asked: string | undefined, images: Images): ChosenImage {
  const { fallback, ofPlatform } = images;
  if (asked === undefined) {
    return {
      image: fallback,
      lines: [`${title}: says no image; rootDisk.image is "${fallback}"`],
    };
  }
  if (asked.startsWith('docker://')) return { image: asked, lines: [] };
  const known = knownImage(asked, ofPlatform);
  if (known !== undefined) return { image: known.name, lines: [] };
  return {
    image: fallback,
    lines: [
      `${title}: the platform has no image of ${withoutSecrets(asked)}; rootDisk.image is "${fallback}". Add yours to kubevirt-stack:images, with its checksum, and name it`,
    ],
  };
}
