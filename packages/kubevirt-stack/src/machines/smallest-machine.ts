// SPDX-License-Identifier: Apache-2.0
import type { MachineDevices } from '@strata/contracts';
import type { Instancetype, Preference } from '../config/index.ts';

/**
 * Returns the minimum of a user cluster's VM of this size: root disk, cloud-init disk and one
 * interface.
 */
export function smallestMachine(
  instancetype: Instancetype,
  preference: Preference,
): MachineDevices {
  return {
    cpu: instancetype.cpu,
    memoryGiB: instancetype.memoryGiB,
    disks: 2,
    interfaces: 1,
    networkMultiQueue: preference.devices?.networkMultiQueue ?? false,
    hostDevices: instancetype.hostDevices?.length ?? 0,
    gpus: instancetype.gpus?.length ?? 0,
    hotplug: !(preference.devices?.disableHotplug ?? false),
  };
}
