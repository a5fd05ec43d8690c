// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from './config/field.ts';

/** A host with a dot in its name, or with a port: nothing else counts as a registry. */
const mirrorPattern =
  /^([a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?|[a-z0-9-]+:\d{1,5})(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/;

/** Registry that all images are pulled from instead of their own registries. */
export const registryMirror = field(
  z.string().regex(mirrorPattern),
  'a registry without "https://" and without a slash at the end, such as ' +
    '"registry.example.org:5000/mirror"',
);
