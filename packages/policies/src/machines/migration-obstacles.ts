// SPDX-License-Identifier: Apache-2.0
import { at, claimOf, listOf, nameOf, podInterfaces, textOf, textsOf } from '../resource/index.ts';
import type { Json, Machine, StackSubject } from '../resource/index.ts';

/** What is asked of a machine's eviction and network besides itself. */
export interface MigrationSettings {
  /** Whether the CNI gives a pod that moves its address back. */
  readonly ipPreservingCni: boolean;
}

/** Something that keeps a machine on its host for good. */
interface Obstacle {
  readonly source: string;
  /** One reason for each thing of the machine that is in the way. */
  readonly find: (
    machine: Machine,
    volumes: readonly StackSubject[],
    settings: MigrationSettings,
  ) => readonly string[];
}

const kubevirt = 'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg';

/** KubeVirt looks at whether it is there, not at its value. */
export const bridgeAnnotation = 'kubevirt.io/allow-pod-bridge-network-live-migration';

/** A claim that says its access modes, and ReadWriteMany is not one of them. */
function isBound(dataVolume: Json | undefined): boolean {
  const modes = textsOf(claimOf(dataVolume).accessModes);
  return modes.length > 0 && !modes.includes('ReadWriteMany');
}

function boundVolumes(machine: Machine, volumes: readonly StackSubject[]): readonly string[] {
  const own = machine.diskTemplates
    .filter(isBound)
    .map((one) => textOf(at(one, 'metadata', 'name')));
  const named = volumes.filter(({ object }) => isBound(object)).map(({ object }) => nameOf(object));
  return listOf(machine.spec.volumes).flatMap((volume) => {
    const source = textOf(at(volume, 'dataVolume', 'name'));
    return source !== undefined && [...own, ...named].includes(source) ? [source] : [];
  });
}

/** What KubeVirt looks at before it calls a machine migratable. */
export const obstacles: readonly Obstacle[] = [
  {
    source: `${kubevirt}/network/vmispec/interface.go`,
    find: (machine, _volumes, { ipPreservingCni }) =>
      podInterfaces(machine)
        .filter((one) => one.bridge !== undefined)
        .filter(() => !(ipPreservingCni && bridgeAnnotation in machine.annotations))
        .map(
          (one) =>
            `its interface "${textOf(one.name) ?? ''}" is bridged to the pod network, whose address stays behind`,
        ),
  },
  {
    source: `${kubevirt}/virt-handler/vm.go#L1750`,
    find: (machine, volumes) =>
      boundVolumes(machine, volumes).map((name) => `its disk "${name}" is not ReadWriteMany`),
  },
  {
    source: `${kubevirt}/virt-handler/vm.go#L1797`,
    find: ({ spec }) =>
      listOf(spec.volumes)
        .filter((volume) => at(volume, 'hostDisk') !== undefined)
        .map((volume) => `its disk "${textOf(at(volume, 'name')) ?? ''}" is a file of its host`),
  },
  {
    source: `${kubevirt}/virt-handler/vm.go#L1243`,
    find: ({ spec }) =>
      listOf(at(spec, 'domain', 'devices', 'hostDevices')).map(
        (device) => `it has the host's device "${textOf(at(device, 'deviceName')) ?? ''}"`,
      ),
  },
  {
    source: `${kubevirt}/virt-handler/vm.go#L1243`,
    find: ({ spec }) => {
      const gpus = listOf(at(spec, 'domain', 'devices', 'gpus')).length;
      return gpus > 1 ? [`it has ${gpus} GPUs`] : [];
    },
  },
];
