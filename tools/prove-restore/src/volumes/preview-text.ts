// SPDX-License-Identifier: Apache-2.0
import type { VolumesQuestion } from './command-line.ts';
import { titleOf } from './plan-volumes.ts';
import type { VolumesPlan } from './plan-volumes.ts';

/** Says what a restore of volumes would do. */
export function volumesText(
  cluster: string,
  plan: VolumesPlan,
  { as, isBlock, isDiscarded }: Pick<VolumesQuestion, 'as' | 'isBlock' | 'isDiscarded'>,
): string {
  const volumes = plan.volumes.flatMap(({ isBegun, name, snapshot, tenant, users }) => [
    `  ${titleOf(name, tenant)}: as at ${snapshot.created}, from ${snapshot.name}`,
    ...(tenant === undefined && as !== undefined
      ? [
          `    its claim is gone; a new one has it as a ${isBlock ? 'raw device' : 'file system'}: ${as.namespace}/${as.name}`,
        ]
      : []),
    ...(isBegun ? ['    this restore has begun, and goes on'] : []),
    ...(users.length === 0 ? [] : [`    in use by ${users.join(', ')}: stop that first`]),
  ]);
  const gone = plan.gone.map(
    ({ created, name, volume }) => `  ${volume}: as at ${created}, from ${name}`,
  );
  return [
    plan.volumes.length === 0
      ? `${cluster}: no volume has a snapshot; nothing can be restored.`
      : `${cluster}: what was written to these volumes since is lost:`,
    ...volumes,
    ...(plan.without.length === 0 ? [] : ['left as they are, for they have no snapshot:']),
    ...plan.without.map(({ handle, ...one }) => `  ${titleOf(handle, { handle, ...one })}`),
    ...(gone.length === 0
      ? []
      : ['left out, for their claims are gone; restore each by --volume and --as:']),
    ...gone,
    ...(plan.volumes.length === 0
      ? []
      : [
          'Each volume is as after a power cut at that time, and not all are of the same second.',
          isDiscarded
            ? 'What it has now is lost for good: --discard takes no snapshot of it.'
            : 'A snapshot of what it has now is taken first.',
        ]),
  ].join('\n');
}
