// SPDX-License-Identifier: Apache-2.0
import type { MachineMobility, StoredDisk } from '@strata/contracts/migration';
import { at, claimOf, listOf, nameOf, podInterfaces, textOf, textsOf } from '../resource/index.ts';
import type { Json, Machine, StackSubject } from '../resource/index.ts';

/** Settings that decide, besides the VM itself, whether it can migrate. */
export interface MigrationSettings {
  /** Whether the CNI preserves the IP address of a pod that migrates. */
  readonly ipPreservingCni: boolean;
}

/**
 * The annotation that lets VMs with a bridge interface migrate. KubeVirt checks only that it
 * exists, not its value.
 */
export const bridgeAnnotation = 'kubevirt.io/allow-pod-bridge-network-live-migration';

type Strategy = MachineMobility['evictionStrategy'];

const strategies: readonly Strategy[] = ['LiveMigrate', 'LiveMigrateIfPossible', 'None'];

/**
 * Returns a volume's access modes if it lists them; otherwise only the program knows what CDI looks
 * up.
 */
function modesOf(volume: Json | undefined): readonly string[] | undefined {
  const modes = textsOf(claimOf(volume).accessModes);
  return modes.length === 0 ? undefined : modes;
}

function storedDisks({ diskTemplates, spec }: Machine, volumes: readonly StackSubject[]) {
  const modes = new Map([
    ...volumes.map(({ object }) => [nameOf(object), modesOf(object)] as const),
    ...diskTemplates.map((one) => [textOf(at(one, 'metadata', 'name')), modesOf(one)] as const),
  ]);
  return listOf(spec.volumes).flatMap((volume): StoredDisk[] => {
    const name = textOf(at(volume, 'dataVolume', 'name'));
    const accessModes = modes.get(name);
    return name === undefined || accessModes === undefined ? [] : [{ name, accessModes }];
  });
}

function hostDevices({ spec }: Machine): string[] {
  const devices = at(spec, 'domain', 'devices');
  const gpus = listOf(at(devices, 'gpus')).length;
  return [
    ...listOf(at(devices, 'hostDevices')).map(
      (device) => `the host's device "${textOf(at(device, 'deviceName')) ?? ''}"`,
    ),
    ...(gpus > 1 ? [`${gpus} GPUs`] : []),
  ];
}

/**
 * Returns the properties of a rendered VM that decide what it does when its host is drained;
 * undefined if it leaves that to the platform's default.
 *
 * @param volumes - existing DataVolumes besides the VM's own.
 */
export function mobilityOf(
  machine: Machine,
  volumes: readonly StackSubject[],
  { ipPreservingCni }: MigrationSettings,
): MachineMobility | undefined {
  const { annotations, spec } = machine;
  const evictionStrategy = strategies.find((one) => one === textOf(spec.evictionStrategy));
  if (evictionStrategy === undefined) return undefined;
  const isBridged = podInterfaces(machine).some(({ bridge }) => bridge !== undefined);
  return {
    evictionStrategy,
    losesAddress: isBridged && !(ipPreservingCni && bridgeAnnotation in annotations),
    disks: storedDisks(machine, volumes),
    hostDisks: listOf(spec.volumes)
      .filter((volume) => at(volume, 'hostDisk') !== undefined)
      .map((volume) => textOf(at(volume, 'name')) ?? ''),
    hostDevices: hostDevices(machine),
  };
}
