// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from '../field.ts';

/** What all machines of the cluster share of their network. */
export const network = field(z.strictObject({}), 'a mapping').prefault({});
