// SPDX-License-Identifier: Apache-2.0
import { field } from '@strata/contracts/fields';
import { z } from 'zod';
import { profileName } from './profile-names.ts';

/**
 * Profiles that this cluster takes its configuration from: `small` is the file
 * `stacks/profiles/small.yaml`, with keys as in this file. Mappings are merged key by key; a list or a
 * single value replaces that of an earlier profile as a whole. This file has the last word.
 *
 * @see docs/profiles.md
 */
export const extendsField = field(
  z
    .array(
      field(z.string().regex(profileName), 'the name of a file in stacks/profiles, without .yaml'),
    )
    .refine((names) => new Set(names).size === names.length),
  'a list of profiles, each once',
).default([]);
