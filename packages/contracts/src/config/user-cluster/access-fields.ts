// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from '../field.ts';

/** Ways into the cluster and its machines. */
export const access = field(z.strictObject({}), 'a mapping').prefault({});
