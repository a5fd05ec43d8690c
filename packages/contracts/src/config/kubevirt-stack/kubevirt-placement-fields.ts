// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, oneOf, text, wholeNumber } from '../field.ts';
import { duration, nodeSelector } from './kubevirt-scalars.ts';

/** A taint that pods put up with. @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
const toleration = field(
  z.strictObject({
    /** Missing: every taint. */
    key: text('the key of a taint').optional(),
    /** @default 'Equal' */
    operator: oneOf(['Exists', 'Equal']).optional(),
    value: text('the value of a taint').optional(),
    /** Missing: all three. */
    effect: oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
    /** Seconds a pod stays after the taint `NoExecute` came. @default for ever */
    tolerationSeconds: wholeNumber(0).optional(),
  }),
  'a mapping with key, operator, value and effect',
);

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
