// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from '../field.ts';

/** What traffic the machines may have beyond that of their own cluster. */
export const isolation = field(z.strictObject({}), 'a mapping').prefault({});
