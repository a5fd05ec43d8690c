// SPDX-License-Identifier: Apache-2.0
import type { LauncherUpdate, MachineGroup } from '../model.ts';

/** Effect on a machine, by what it does when its host is drained. */
type Effects = Readonly<Record<MachineGroup['onDrain'], (update: LauncherUpdate) => string>>;

const migrates = () => 'migrates to the new launcher';
const stays = () => 'runs on in its old launcher until it starts again';

/**
 * Effects of another KubeVirt by `workloadUpdateMethods`, of which an eviction does what a drain does.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch/workload-updater/workload-updater.go
 * `getUpdateData`, `sync`
 */
const effects: Readonly<Record<LauncherUpdate['by'], Effects>> = {
  eviction: {
    migrates,
    drains: ({ batch, interval }) =>
      `is shut down and started again, ${batch} at a time, ${interval} apart`,
    blocks: () => 'runs on in its old launcher until it starts again, for it refuses the eviction',
  },
  migration: { migrates, drains: stays, blocks: stays },
  nobody: {
    migrates: () => 'runs on in its old launcher until somebody moves it or it starts again',
    drains: stays,
    blocks: stays,
  },
};

/** Returns the effect of another KubeVirt on the machines of a group. */
export function launcherEffect(
  { onDrain }: Pick<MachineGroup, 'onDrain'>,
  update: LauncherUpdate | undefined,
): string {
  return update === undefined
    ? 'moves to the new launcher as kubevirt.workloadUpdateStrategy says, which is not known'
    : effects[update.by][onDrain](update);
}
