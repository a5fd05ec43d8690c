// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from '../field.ts';

/** Limits of everything in the cluster's namespace on the infra cluster. */
export const quota = field(z.strictObject({}), 'a mapping').prefault({});
