// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import type { MachineGroup } from './all-machines.ts';

/**
 * Reports VMs with a node selector whose size has one, too. KubeVirt refuses such VMs when it makes
 * them, whatever the labels, and takes the pool: it would lose its machines one by one.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/instancetype/apply/nodeselector.go `applyNodeSelector`
 */
export function checkSelectors(
  { machine, path, title }: MachineGroup,
  { platform }: CheckContext,
): Problem[] {
  const { instancetype, scheduling } = machine;
  const size = platform.instancetypes.find(({ name }) => name === instancetype);
  if (size?.nodeSelector === undefined || Object.keys(scheduling.nodeSelector).length === 0) {
    return [];
  }
  return [
    {
      path: [...path, 'scheduling', 'nodeSelector'],
      message:
        `KubeVirt refuses machines of ${title}: their size "${size.name}" has a nodeSelector, too, whatever the labels; ` +
        'use nodeAffinityPreset with type "hard", or a size without a nodeSelector',
    },
  ];
}
