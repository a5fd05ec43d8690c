// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';

/** The checkout that this command belongs to. */
export const root = resolve(import.meta.dirname, '../../..');
