// SPDX-License-Identifier: Apache-2.0
import { describeMigration, userClusterOutputs } from '@strata/contracts';
import type { EngineEvent } from './engine-event.ts';

const { machineGroups } = userClusterOutputs.values.shape;

/**
 * Returns what VMs of a user cluster do when their hosts are drained, as its stack would export it.
 * Empty for other stacks, and for previews that did not complete.
 */
export function collectDrains(events: readonly EngineEvent[]): string[] {
  const ends = events.flatMap(({ resOutputsEvent }) => resOutputsEvent?.metadata ?? []);
  const stack = ends.findLast(({ type }) => type === 'pulumi:pulumi:Stack');
  const groups = machineGroups.safeParse(stack?.new?.outputs?.machineGroups);
  return groups.success ? describeMigration(groups.data) : [];
}
