// SPDX-License-Identifier: Apache-2.0
import {
  field,
  listOf,
  tolerationFields,
  tolerationRules,
  tolerationSeconds,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { duration, nodeSelector } from './kubevirt-scalars.ts';

/** A taint that pods tolerate. */
const toleration = field(
  z.strictObject({
    ...tolerationFields,
    operator: tolerationFields.operator.optional(),
    tolerationSeconds,
  }),
  'a mapping with key, operator, value and effect',
).superRefine(tolerationRules('tolerationSeconds'));

/** The nodes that pods may run on. */
export const placementFields = {
  /** @default any node */
  nodeSelector: nodeSelector.optional(),
  /** Tolerations in addition to the pods' own. */
  tolerations: listOf(toleration, 'a list of tolerations').optional(),
};

/**
 * The nodes that pods may run on.
 *
 * @example
 * workloads:
 *   nodeSelector:
 *     example.com/machines: 'true'
 */
export const placement = field(
  z.strictObject(placementFields),
  'a mapping with nodeSelector and tolerations',
);

/** The nodes that pods may run on. */
export type Placement = z.output<typeof placement>;

/**
 * Lifetime of a certificate, and how long before its end it is replaced.
 *
 * @example
 * server:
 *   duration: 24h
 *   renewBefore: 12h
 */
export const certificateLifetime = field(
  z.strictObject({ duration: duration().optional(), renewBefore: duration().optional() }),
  'a mapping with duration and renewBefore',
);

/** Lifetime of a certificate, and how long before its end it is replaced. */
export type CertificateLifetime = z.output<typeof certificateLifetime>;
