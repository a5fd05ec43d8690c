// SPDX-License-Identifier: Apache-2.0
import type { LauncherUpdate, MachineGroup } from '../model.ts';

type Update = MachineGroup['onUpdate'];
type Words = (update: LauncherUpdate) => string;

const migrates = () => 'migrates to the new launcher';
const restarts: Words = ({ batch, interval }) =>
  `is shut down and started again, ${batch} at a time, ${interval} apart`;
const stays = () => 'runs on in its old launcher until it starts again';
const waits = () => `${stays()}: it is to migrate again and again, and no other host takes it`;

const byMigration: Readonly<Record<Update['migration'], Words>> = {
  migrates,
  waits,
  cannot: stays,
};

const byEviction: Readonly<Record<Update['eviction'], Words>> = {
  migrates,
  waits,
  restarts,
  refuses: () => `${stays()}, for it refuses the eviction`,
};

const byHand: Readonly<Record<Update['migration'], Words>> = {
  migrates: () => 'runs on in its old launcher until somebody moves it or it starts again',
  waits: stays,
  cannot: stays,
};

/**
 * Effects of another KubeVirt by `workloadUpdateMethods`.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/watch/workload-updater/workload-updater.go
 * `getUpdateData`, `sync`
 */
const effects: Readonly<Record<LauncherUpdate['by'], (update: Update) => Words>> = {
  both: ({ eviction, migration }) =>
    migration === 'cannot' ? byEviction[eviction] : byMigration[migration],
  eviction: ({ eviction }) => byEviction[eviction],
  migration: ({ migration }) => byMigration[migration],
  nobody: ({ migration }) => byHand[migration],
};

/** Returns the effect of another KubeVirt on the machines of a group. */
export function launcherEffect(
  { onUpdate }: Pick<MachineGroup, 'onUpdate'>,
  update: LauncherUpdate | undefined,
): string {
  return update === undefined
    ? 'moves to the new launcher as kubevirt.workloadUpdateStrategy says, which is not known'
    : effects[update.by](onUpdate)(update);
}
