// SPDX-License-Identifier: Apache-2.0
import { field } from '@strata/contracts/fields';
import { z } from 'zod';
import { byteQuantity } from './kubevirt-scalars.ts';

const amounts = field(
  z.strictObject({
    cpu: field(z.string().regex(/^\d+(\.\d+)?m?$/), 'CPUs such as "750m" or "2"').optional(),
    memory: byteQuantity().optional(),
  }),
  'a mapping with cpu and memory',
);

/**
 * Requests and limits of a container's CPU and memory.
 *
 * @example
 * resources:
 *   requests:
 *     cpu: 100m
 *     memory: 128Mi
 */
export const podResourceRequirements = field(
  z.strictObject({ limits: amounts.optional(), requests: amounts.optional() }),
  'a mapping with limits and requests',
);
