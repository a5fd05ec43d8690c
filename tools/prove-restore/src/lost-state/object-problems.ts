// SPDX-License-Identifier: Apache-2.0
import { differences } from './differences.ts';
import type { LiveObject, LiveObjects } from './live-objects.ts';
import { machineProblems } from './machine-problems.ts';
import { plannedObjects } from './plan.ts';
import type { PlannedObject, Step } from './plan.ts';

/** Kinds that the update must leave as they are. */
const kinds = [
  'VirtualMachine',
  'VirtualMachinePool',
  'DataVolume',
  'PersistentVolumeClaim',
  'PersistentVolumeClaimPatch',
];

/** The fate of an object, by Pulumi's step. */
const ends: Readonly<Record<string, string>> = {
  delete: 'deleted',
  'delete-replaced': 'replaced',
  replace: 'replaced',
  'create-replacement': 'replaced',
};

/** Says which disks and volumes would change: CDI and API servers refuse most of it, and the rest is no taking on. */
function storageProblems(planned: PlannedObject, live: readonly LiveObject[]): string[] {
  const { inputs, kind, name, op } = planned;
  // Later updates ignore what must not change: the state has the object.
  const found = live.find(({ metadata }) => metadata.name === name);
  if (op !== 'create' || found === undefined || !('spec' in inputs)) return [];
  const texts = differences(inputs.spec, found.spec);
  return texts.length === 0 ? [] : [`${kind} ${name} would change: ${texts.join('; ')}`];
}

/**
 * Compares what an update would write with the machines, pools, disks and volumes of the cluster.
 *
 * @returns why the update must not begin, all at once.
 */
export function objectProblems(steps: readonly Step[], live: LiveObjects): readonly string[] {
  const planned = plannedObjects(steps, live.namespace, kinds);
  const ended = planned.flatMap(({ kind, name, op }) => {
    const end = ends[op];
    return end === undefined ? [] : [`${kind} ${name} would be ${end}`];
  });
  const written = planned.filter(({ op }) => ends[op] === undefined);
  const stays = (one: LiveObject) =>
    !planned.some(({ name, op }) => name === one.metadata.name && ends[op] !== undefined);
  return [
    ...new Set(ended),
    ...machineProblems(written, {
      ...live,
      machines: live.machines.filter(stays),
      pools: live.pools.filter(stays),
    }),
    ...written.flatMap((one) => {
      if (one.kind === 'DataVolume') return storageProblems(one, live.dataVolumes);
      return one.kind.startsWith('PersistentVolumeClaim') ? storageProblems(one, live.claims) : [];
    }),
  ];
}
