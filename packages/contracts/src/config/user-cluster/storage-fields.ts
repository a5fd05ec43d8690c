// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from '../field.ts';

/** Storage classes inside the user cluster. */
export const storage = field(z.strictObject({}), 'a mapping').prefault({});
