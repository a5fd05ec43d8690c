// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { mirrorImage } from '@strata/contracts';

/** Has `@TOTAL@` for the number of images and `@COPIES@` for one line each. */
const template = new URL('mirror-images.sh', import.meta.url);

/** Stands for a mirror where only the path in it is wanted. */
const anyMirror = 'mirror.invalid';

/** Registries take a tag or a digest; a digest says all. */
function withoutTagBeforeDigest(image: string): string {
  return image.replace(/:[\w.-]+(@sha256:)/, '$1');
}

function copyLine(image: string): string {
  const path = mirrorImage(image, anyMirror).slice(anyMirror.length + 1);
  return `copy ${withoutTagBeforeDigest(image)} ${withoutTagBeforeDigest(path)}`;
}

/**
 * A script for a POSIX shell that copies images into a registry, under the names that
 * {@link mirrorImage} gives them. It may be stopped and run again: what is there already is left
 * alone.
 */
export function mirrorScript(images: readonly string[]): string {
  return readFileSync(template, 'utf8')
    .replaceAll('@TOTAL@', String(images.length))
    .replace('@COPIES@', () => images.map(copyLine).join('\n'));
}
