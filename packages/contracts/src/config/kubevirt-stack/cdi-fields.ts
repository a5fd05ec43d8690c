// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, text } from '../field.ts';

const gateNames = listOf(text('the name of a feature gate'), 'a list of feature gates');

const fields = z.strictObject({
  featureGates: gateNames.default(['HonorWaitForFirstConsumer']),
});

/** How CDI imports and clones disks, `kubevirt-stack:cdi`. */
export const cdi = field(fields, 'a mapping with featureGates').default(fields.parse({}));
