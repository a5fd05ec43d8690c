// SPDX-License-Identifier: Apache-2.0
import type { Host } from '@strata/contracts';

type Taint = NonNullable<Host['taints']>[number];

/** A taint of hosts that pods tolerate. */
interface Toleration {
  readonly key?: string | undefined;
  readonly operator: 'Equal' | 'Exists';
  readonly value?: string | undefined;
  readonly effect?: Taint['effect'] | 'PreferNoSchedule' | undefined;
}

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
function tolerates({ effect, key, operator, value = '' }: Toleration, taint: Taint): boolean {
  return (
    (effect === undefined || effect === taint.effect) &&
    (key === undefined || key === taint.key) &&
    (operator === 'Exists' || value === (taint.value ?? ''))
  );
}

/** Returns the hosts that take pods with some tolerations; a host whose taints are not known takes all. */
export function toleratedHosts<T extends Pick<Host, 'taints'>>(
  hosts: readonly T[],
  { tolerations }: { readonly tolerations: readonly Toleration[] },
): T[] {
  return hosts.filter(({ taints = [] }) =>
    taints.every((taint) => tolerations.some((toleration) => tolerates(toleration, taint))),
  );
}
