// SPDX-License-Identifier: Apache-2.0
import { compareVersions } from '@strata/contracts';
import { field } from '@strata/contracts/fields';
import { z } from 'zod';

/** The checksum of a file on a web server, from `sha256sum` or `sha512sum`. */
export const fileChecksum = field(
  z.string().regex(/^(sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128})$/),
  '"sha256:" and 64, or "sha512:" and 128 lower-case hexadecimal digits',
);

/**
 * The first CDI version that compares a file with its checksum. Earlier ones would silently drop
 * the checksum.
 */
const checksumSince = {
  version: '1.65',
  source: 'https://github.com/kubevirt/containerized-data-importer/releases/tag/v1.65.0',
} as const;

/**
 * Returns whether CDI compares a file with its checksum.
 *
 * @param version - version of CDI, such as `1.65.0`.
 */
export function knowsChecksums(version: string): boolean {
  return compareVersions(version, checksumSince.version) >= 0;
}
