// SPDX-License-Identifier: Apache-2.0
import { defaultRelease, findRelease } from '@strata/contracts';
import type { KubevirtStackConfig } from '../config/index.ts';
import { commonInstancetypes } from './common-instancetypes.ts';
import type { OfferedSize } from './common-instancetypes.ts';
import { devicesMove } from './devices-move.ts';
import { offeredMachines, offeredSize } from './flavors.ts';

/** The part of a platform's configuration that decides which sizes are on offer. */
type SizeConfig = Partial<
  Pick<KubevirtStackConfig, 'flavors' | 'instancetypes' | 'kubevirt' | 'preferences' | 'release'>
>;

/**
 * Returns all sizes that user clusters may choose: the platform's own, then KubeVirt's if they are
 * installed.
 */
export function offeredSizes(config: SizeConfig): OfferedSize[] {
  const own = offeredMachines(config).instancetypes.map((size) => ({
    ...offeredSize(size),
    ...(devicesMove(size, config) && { devicesMove: true as const }),
  }));
  if (config.kubevirt?.commonInstancetypes !== true) return own;
  const release = findRelease(config.release ?? defaultRelease);
  return release === undefined
    ? own
    : [...own, ...commonInstancetypes(release.components.kubevirt.version)];
}
