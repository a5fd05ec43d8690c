// SPDX-License-Identifier: Apache-2.0
import type { Host } from '@strata/contracts';
import type { SchedulingConfig } from '../config/index.ts';

type Taint = NonNullable<Host['taints']>[number];
type Toleration = SchedulingConfig['tolerations'][number];

/** @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
function tolerates({ effect, key, operator, value = '' }: Toleration, taint: Taint): boolean {
  return (
    (effect === undefined || effect === taint.effect) &&
    (key === undefined || key === taint.key) &&
    (operator === 'Exists' || value === (taint.value ?? ''))
  );
}

/** Returns the hosts that take VMs with some tolerations; a host whose taints are not known takes all. */
export function toleratedHosts<T extends Pick<Host, 'taints'>>(
  hosts: readonly T[],
  { tolerations }: Pick<SchedulingConfig, 'tolerations'>,
): T[] {
  return hosts.filter(({ taints = [] }) =>
    taints.every((taint) => tolerations.some((toleration) => tolerates(toleration, taint))),
  );
}
