// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from '../field.ts';

/** The pod network inside the user cluster. */
export const cni = field(z.strictObject({}), 'a mapping').prefault({});
