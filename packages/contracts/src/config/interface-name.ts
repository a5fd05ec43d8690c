// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from './field.ts';

/** Makes a field for the name of a Linux interface, a bridge or a card: at most 15 characters. */
export function interfaceName(what: string) {
  return field(
    z.string().regex(/^[A-Za-z0-9._-]{1,15}$/),
    `the name of ${what}, at most 15 characters`,
  );
}
