// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from '../field.ts';

/** What the cloud controller manager does. */
export const cloud = field(z.strictObject({}), 'a mapping').prefault({});
