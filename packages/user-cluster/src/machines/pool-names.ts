// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { UserClusterConfig } from '../config/index.ts';
import { controlPlaneGroup } from './all-machines.ts';

/** Reports names of pools that are taken: VMs and nodes are named after their pool. */
export function poolNames({ pools = [] }: Partial<Pick<UserClusterConfig, 'pools'>>): Problem[] {
  return pools.flatMap(({ name }, index) => {
    const path = ['pools', index, 'name'];
    if (name === controlPlaneGroup) {
      return [
        {
          path,
          message: `"${name}-0" is a machine of the control plane; choose another name`,
        },
      ];
    }
    const first = pools.findIndex((other) => other.name === name);
    return first === index
      ? []
      : [{ path, message: `pools[${first}] is called "${name}" already; choose another name` }];
  });
}
