// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from '../field.ts';

/** What is protected, and what stays, when the cluster is deleted. */
export const deletion = field(z.strictObject({}), 'a mapping').prefault({});
