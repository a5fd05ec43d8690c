// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { UserClusterConfig } from '../config/index.ts';
import { allMachines } from './all-machines.ts';
import { checkRootDisk } from './check-root-disk.ts';
import type { KnownImages } from './check-root-disk.ts';
import { poolNames } from './pool-names.ts';

/**
 * Returns the problems of the VMs of a cluster that its file and that of its platform show, without
 * an infra cluster: repeated names, images that are not there, root disks that are too small.
 */
export function checkWrittenMachines(
  config: Pick<UserClusterConfig, 'controlPlane' | 'pools'>,
  platform: KnownImages,
): Problem[] {
  return [
    ...poolNames(config),
    ...allMachines(config).flatMap((group) => checkRootDisk(group, { platform })),
  ];
}
