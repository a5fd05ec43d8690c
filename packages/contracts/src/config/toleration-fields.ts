// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { oneOf, wholeNumber } from './field.ts';
import { labelKey, labelValue } from './label-fields.ts';

/**
 * A taint that pods tolerate. `operator` is `Equal` by default.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
 */
export const tolerationFields = {
  /** Missing means every taint, with `operator: Exists`. */
  key: labelKey('the key of a taint').optional(),
  operator: oneOf(['Equal', 'Exists']),
  value: labelValue().optional(),
  /** Missing means all three. */
  effect: oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
};

/** How long a pod stays after a taint `NoExecute` was added, in seconds. @default forever */
export const tolerationSeconds = wholeNumber(0).optional();

interface Toleration {
  readonly key?: string | undefined;
  readonly operator?: string | undefined;
  readonly value?: string | undefined;
  readonly effect?: string | undefined;
}

/**
 * Rejects what the API server rejects: `ValidateTolerations` of
 * k8s.io/kubernetes/pkg/apis/core/validation (validation.go).
 *
 * @param secondsKey - name of the mapping's key for {@link tolerationSeconds}.
 */
export function tolerationRules<K extends string>(secondsKey: K) {
  return (
    toleration: Toleration & Readonly<Partial<Record<K, number | undefined>>>,
    issues: z.core.$RefinementCtx,
  ): void => {
    const { effect, key, operator, value = '' } = toleration;
    const add = (at: string, message: string) => {
      issues.addIssue({ code: 'custom', path: [at], message });
    };
    if (key === undefined && operator !== 'Exists') {
      add('operator', 'must be Exists where there is no key: every taint is meant then');
    }
    if (operator === 'Exists' && value !== '') {
      add('value', 'has no meaning with operator: Exists, which takes every value; leave it out');
    }
    if (toleration[secondsKey] !== undefined && effect !== 'NoExecute') {
      add(
        secondsKey,
        'is about the effect NoExecute alone; set effect: NoExecute, or leave it out',
      );
    }
  };
}
