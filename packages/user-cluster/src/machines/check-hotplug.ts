// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import type { MachineGroup } from './all-machines.ts';

/**
 * Refuses pools whose preference switches hotplug off: the CSI driver plugs each volume into the VM
 * while it runs, and without hotplug the pod of the VM has no place for it, so pods with volumes would
 * wait for ever. A cluster without StorageClasses has no volumes.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/services/template.go (withHotplugSupport)
 */
export function checkHotplug(
  { path, title, role, machine }: MachineGroup,
  { config, platform }: CheckContext,
): Problem[] {
  if (role !== 'worker' || config.storage?.classes?.length === 0) return [];
  const preference = platform.preferenceDevices?.find(({ name }) => name === machine.preference);
  if (preference?.hotplug !== false) return [];
  return [
    {
      path: [...path, 'preference'],
      message:
        `"${machine.preference}" switches hotplug off (devices.disableHotplug), so no volume could be ` +
        `attached to machines of ${title}; choose another, or set storage.classes to [] for a cluster ` +
        'without volumes',
    },
  ];
}
