// SPDX-License-Identifier: Apache-2.0
import type { z } from 'zod';
import { oneOf, wholeNumber } from './field.ts';
import { labelKey, labelValue } from './label-fields.ts';

/**
 * A taint that pods put up with. `operator` is `Equal` unless said.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
 */
export const tolerationFields = {
  /** Missing: every taint, with `operator: Exists`. */
  key: labelKey('the key of a taint').optional(),
  operator: oneOf(['Equal', 'Exists']),
  value: labelValue().optional(),
  /** Missing: all three. */
  effect: oneOf(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
};

/** How long a pod stays after the taint `NoExecute` came, in seconds. @default for ever */
export const tolerationSeconds = wholeNumber(0).optional();

interface Toleration {
  readonly key?: string | undefined;
  readonly operator?: string | undefined;
  readonly value?: string | undefined;
  readonly effect?: string | undefined;
}

/**
 * Refuses what the API server refuses: `ValidateTolerations` of
 * k8s.io/kubernetes/pkg/apis/core/validation (validation.go).
 *
 * @param secondsKey - what the mapping calls {@link tolerationSeconds}.
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
