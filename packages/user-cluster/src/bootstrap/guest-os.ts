// SPDX-License-Identifier: Apache-2.0
import type { Versions } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import type { MachineGroup } from '../machines/index.ts';

/** Returns the operating system of the golden image that a VM boots from; undefined for other images. */
export function guestOs(
  { machine }: MachineGroup,
  { goldenImages }: Pick<ClusterContext['platform'], 'goldenImages'>,
): Versions['guestOs'] {
  const found = goldenImages.find(({ name }) => name === machine.rootDisk.image);
  return found && { name: found.os, version: found.version };
}
