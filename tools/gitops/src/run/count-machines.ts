// SPDX-License-Identifier: Apache-2.0
import { stepsOf } from './collect-changes.ts';
import type { EngineEvent, StepState } from './engine-event.ts';

/** Returns how many VMs a resource stands for; undefined when it is not a VM or a pool. */
function machinesOf(state: StepState | null | undefined): number | undefined {
  if (state == null) return undefined;
  const kind = state.type.split(':').at(-1);
  if (!state.type.includes('kubevirt.io/')) return undefined;
  if (kind === 'VirtualMachine') return 1;
  if (kind !== 'VirtualMachinePool') return undefined;
  const { replicas } = (state.inputs?.spec ?? {}) as { readonly replicas?: unknown };
  return typeof replicas === 'number' ? replicas : 1;
}

/** Returns the number of VMs of a stack before and after; undefined when it has none. */
export function countMachines(
  events: readonly EngineEvent[],
): { readonly before: number; readonly after: number } | undefined {
  const before = new Map<string, number>();
  const after = new Map<string, number>();
  for (const { new: next, old, op, urn } of stepsOf(events)) {
    const was = machinesOf(old);
    const will = op === 'delete' ? undefined : machinesOf(next);
    if (was !== undefined) before.set(urn, was);
    if (will !== undefined) after.set(urn, will);
  }
  if (before.size === 0 && after.size === 0) return undefined;
  const sum = (counts: ReadonlyMap<string, number>) =>
    [...counts.values()].reduce((total, one) => total + one, 0);
  return { before: sum(before), after: sum(after) };
}
