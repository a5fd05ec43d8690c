// SPDX-License-Identifier: Apache-2.0
import { guestSystems } from '@strata/contracts';
import type { KubevirtDatacenter } from './datacenter-fields.ts';

/** Golden images of a new platform, and messages about what KKP does not say of them. */
export interface TranslatedImages {
  readonly images: readonly Readonly<Record<string, unknown>>[];
  readonly lines: readonly string[];
}

/**
 * Size of images, in GiB, which KKP does not say. That of Rocky Linux, the largest of the systems that KKP has
 * for KubeVirt, has it exactly.
 *
 * @see https://git.rockylinux.org/rocky/kickstarts/-/blob/r9/Rocky-9-GenericCloud-Base.ks
 */
const imageSizeGiB = 10;

/** Longest name of a golden image. */
const longestName = 40;

const containerScheme = 'docker://';

/** Returns a name of Kubernetes that is like a text. */
const nameOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longestName)
    .replaceAll(/^-|-$/g, '');

/** Parts of URLs that may be secrets, which no file gets, and what messages say of them. */
const secretParts = [
  {
    pattern: /(?<=^https?:\/\/)[^/?#]*@/,
    words: 'has a user in its URL, who is left out: name a Secret in secretRef of the image',
  },
  {
    pattern: /[?#].*$/,
    words:
      'has a query in its URL, which is left out: add it, unless it is a key, to http.url of the image',
  },
] as const;

/** Returns an image on a web server, and messages about what it lacks. */
function fileOf(name: string, place: string, address: string) {
  const found = secretParts.filter(({ pattern }) => pattern.test(address));
  return {
    source: {
      http: { url: found.reduce((url, { pattern }) => url.replace(pattern, ''), address) },
    },
    lines: [
      `${place} has no checksum: put http.checksum of the image "${name}" into the file, for previews refuse it without`,
      ...found.map(({ words }) => `${place} ${words} "${name}"`),
    ],
  };
}

/** An image as a datacenter has it. */
interface AskedImage {
  readonly os: string;
  readonly version: string;
  readonly address: string;
}

/** Returns the place of a system among others: Ignition needs a key of each pool. */
function rankOf({ os }: AskedImage): number {
  if (os === 'ubuntu') return 0;
  return guestSystems[os]?.reads === 'ignition' ? 2 : 1;
}

/**
 * Compares images by what a new cluster should have, which takes the first one of its platform: kubectl prints
 * them by the alphabet.
 */
function compare(one: AskedImage, other: AskedImage): number {
  return (
    rankOf(one) - rankOf(other) ||
    one.os.localeCompare(other.os, 'en') ||
    other.version.localeCompare(one.version, 'en', { numeric: true })
  );
}

/**
 * Returns the golden images that a datacenter asks for, the newest of Ubuntu first.
 *
 * @param title - of the datacenter, for messages.
 */
export function translateImages(title: string, { images }: KubevirtDatacenter): TranslatedImages {
  const systems = Object.entries(images?.http?.operatingSystems ?? {});
  const asked = systems.flatMap(([os, versions]) =>
    Object.entries(versions).map(([version, address]): AskedImage => ({ os, version, address })),
  );
  const all = asked.toSorted(compare).map(({ address, os, version }) => {
    const name = nameOf(`${os}-${version}`);
    const place = `${title}: spec.kubevirt.images.http.operatingSystems.${os}.${version}`;
    const { lines, source } = address.startsWith(containerScheme)
      ? { source: { registry: address }, lines: [] }
      : fileOf(name, place, address);
    return { image: { name, os, version, ...source, sizeGiB: imageSizeGiB }, lines };
  });
  return { images: all.map(({ image }) => image), lines: all.flatMap(({ lines }) => lines) };
}
