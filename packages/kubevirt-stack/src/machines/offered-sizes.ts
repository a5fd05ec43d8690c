// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackConfig } from '../config/index.ts';
import { commonInstancetypes, commonSizes } from './common-instancetypes.ts';
import type { OfferedSize } from './common-instancetypes.ts';
import { commonVersion } from './common-version.ts';
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
  const version = commonVersion(config);
  return version === undefined ? own : [...own, ...commonInstancetypes(version)];
}

/** Returns KubeVirt's own sizes with what they need of hosts; none if the platform does not offer them. */
export function offeredCommonSizes(config: SizeConfig): ReturnType<typeof commonSizes> {
  const version = commonVersion(config);
  return version === undefined ? [] : commonSizes(version);
}
