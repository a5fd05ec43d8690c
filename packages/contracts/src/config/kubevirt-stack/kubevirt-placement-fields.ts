// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf } from '../field.ts';
import { tolerationFields, tolerationRules, tolerationSeconds } from '../toleration-fields.ts';
import { duration, nodeSelector } from './kubevirt-scalars.ts';

/** A taint that pods put up with. */
const toleration = field(
  z.strictObject({
    ...tolerationFields,
    operator: tolerationFields.operator.optional(),
    tolerationSeconds,
  }),
  'a mapping with key, operator, value and effect',
).superRefine(tolerationRules('tolerationSeconds'));

/** Which nodes pods may run on. */
export const placementFields = {
  /** @default any node */
  nodeSelector: nodeSelector.optional(),
  /** Besides those that the pods have anyway. */
  tolerations: listOf(toleration, 'a list of tolerations').optional(),
};

/** Which nodes pods may run on. */
export const placement = field(
  z.strictObject(placementFields),
  'a mapping with nodeSelector and tolerations',
);

/** Which nodes pods may run on. */
export type Placement = z.output<typeof placement>;

/** How long a certificate lives, and how long before its end it is replaced. */
export const certificateLifetime = field(
  z.strictObject({ duration: duration().optional(), renewBefore: duration().optional() }),
  'a mapping with duration and renewBefore',
);

/** How long a certificate lives, and how long before its end it is replaced. */
export type CertificateLifetime = z.output<typeof certificateLifetime>;
