// SPDX-License-Identifier: Apache-2.0
import { field } from '@strata/contracts/fields';
import { z } from 'zod';
import { podResourceRequirements } from './pod-resource-fields.ts';

/**
 * Multus, the program on every host that makes the networks of its pods, `kubevirt-stack:multus`.
 *
 * @example
 * multus:
 *   resources:
 *     limits:
 *       memory: 2Gi
 */
export const multus = field(
  z.strictObject({
    /**
     * Resources of its container on every host; an amount that is not set keeps its default.
     *
     * @default requests of cpu 100m and memory 128Mi, a limit of memory 1Gi and none of cpu
     */
    resources: podResourceRequirements.default({}),
  }),
  'a mapping with resources',
).prefault({});
