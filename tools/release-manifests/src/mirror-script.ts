// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { mirrorImage } from '@strata/contracts';

/**
 * Template with the placeholders `@TOTAL@` (number of images) and `@COPIES@` (one line per image).
 */
const template = new URL('mirror-images.sh', import.meta.url);

/** Placeholder for a mirror, where only the path in the mirror is needed. */
const anyMirror = 'mirror.invalid';

/**
 * Removes the tag from an image that also has a digest: registries accept only one of them, and the
 * digest identifies the image.
 */
function withoutTagBeforeDigest(image: string): string {
  return image.replace(/:[\w.-]+(@sha256:)/, '$1');
}

function copyLine(image: string): string {
  const path = mirrorImage(image, anyMirror).slice(anyMirror.length + 1);
  return `copy ${withoutTagBeforeDigest(image)} ${withoutTagBeforeDigest(path)}`;
}

/**
 * Returns a script for a POSIX shell that copies images into a registry, under the names that
 * {@link mirrorImage} gives them. It may be stopped and run again: it skips images that are there
 * already.
 */
export function mirrorScript(images: readonly string[]): string {
  return readFileSync(template, 'utf8')
    .replaceAll('@TOTAL@', String(images.length))
    .replace('@COPIES@', () => images.map(copyLine).join('\n'));
}
