// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from './field.ts';

const host = String.raw`[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*(:[0-9]+)?`;
const part = String.raw`[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*`;
const tag = String.raw`:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}`;
const digest = '@sha256:[0-9a-f]{64}';

/**
 * Source of the pattern of a container disk in a registry: no container runtime reads another name.
 *
 * @see https://github.com/distribution/reference/blob/v0.6.0/regexp.go
 */
export const containerDiskPattern = `docker://${host}(/${part})+(${tag})?(${digest})?`;

/** Makes a field for a container disk in a registry. */
export function containerDisk() {
  return field(
    z.string().regex(new RegExp(`^${containerDiskPattern}$`)),
    'an image in lower case like "docker://registry.example/disks/ubuntu:24.04"',
  );
}
