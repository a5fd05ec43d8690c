// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import type { MachineGroup } from './all-machines.ts';

/** Feature gate without which virt-handler says of no host that it gives dedicated CPUs. */
const gate = 'CPUManager';

/**
 * Reports VMs of a size with dedicated CPUs that no host can give: their pods ask for a label that
 * virt-handler writes with the gate alone, and stay Pending. KubeVirt's own sizes are on offer without it.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-handler/heartbeat/heartbeat.go `do`
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/services/nodeselectorrenderer.go `Render`
 */
export function checkSizeGates(
  { machine, path, title }: MachineGroup,
  { platform }: CheckContext,
): Problem[] {
  const size = platform.instancetypes.find(({ name }) => name === machine.instancetype);
  if (size?.hostCpus === undefined || platform.featureGates.includes(gate)) return [];
  return [
    {
      path: [...path, 'instancetype'],
      message:
        `machines of ${title} would never start: the dedicated CPUs of the size "${size.name}" need the feature gate ${gate}; ` +
        'add it to kubevirt.featureGates of the platform',
    },
  ];
}
