// SPDX-License-Identifier: Apache-2.0
import { compareVersions } from '@strata/contracts';
import type { GateRelease } from '@strata/contracts';

/** A gate that has another name from some release on. */
export interface RenamedGate {
  readonly gate: string;
  /** The first release that uses the other name. */
  readonly since: GateRelease;
  readonly to: string;
  /** Completes "because ...". */
  readonly reason: string;
  readonly source: string;
}

/**
 * Gates to translate.
 *
 * `HotplugVolumes`: in 1.7, 1.8 and 1.9 alike either gate opens the subresource addvolume of a VM,
 * which is all that the CSI driver attaches with. They differ in what happens next. HotplugVolumes
 * leaves a request in the VM's status, and also opens addvolume and removevolume of a VMI that
 * belongs to a VM; DeclarativeHotplugVolumes changes the VM's spec and lets the VMI follow it. If
 * both are listed, HotplugVolumes wins (`handleDeclarativeVolumeHotplug` does nothing).
 *
 * - 1.7, 1.8: both are alpha, and HotplugVolumes is the older and tried one: not translated. The
 *   driver's second attempt at detaching, removevolume of the VMI, works with it alone.
 * - 1.9: HotplugVolumes is deprecated, and listing it would switch the default off: translated. What
 *   was attached before stays: volumes attached through the VM are in its spec. The second attempt
 *   at detaching is not missed, because the VMI loses whatever leaves the VM's spec, at once and from
 *   under its pods (`patchHotplugVolumes` in pkg/storage/hotplug/hotplug.go). So nobody may write the
 *   spec of a VM that runs but the driver: pools of user clusters are `unmanaged` for that.
 */
export const renamedGates: readonly RenamedGate[] = [
  {
    gate: 'HotplugVolumes',
    since: '1.9',
    to: 'DeclarativeHotplugVolumes',
    reason: 'HotplugVolumes is deprecated and would switch its successor off',
    source:
      'https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/watch/vm/vm.go ' +
      'https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-api/rest/volumes.go',
  },
];

/** Returns the entry of {@link renamedGates} for a gate in a release. */
export function renamingOf(gate: string, release: GateRelease): RenamedGate | undefined {
  return renamedGates.find((one) => one.gate === gate && compareVersions(release, one.since) >= 0);
}

/**
 * Gates that count as always on, but whose entry in the list KubeVirt still reads: without it
 * something is missing. KubeVirt 1.9 deploys pr-helper only if `persistentReservationConfiguration`
 * is set or the old gate is listed.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-config/virt-config.go
 */
export const gatesStillRead: readonly { readonly gate: string; readonly release: GateRelease }[] = [
  { gate: 'PersistentReservation', release: '1.9' },
];
