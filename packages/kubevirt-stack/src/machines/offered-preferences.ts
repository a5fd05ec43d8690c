// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackConfig, Preference } from '../config/index.ts';
import { commonPreferences } from './common-preferences.ts';
import { commonVersion } from './common-version.ts';
import { offeredMachines } from './flavors.ts';

/**
 * Returns all preferences that user clusters may choose: the platform's own, then KubeVirt's if they are
 * installed.
 */
export function offeredPreferences(
  config: Partial<
    Pick<KubevirtStackConfig, 'flavors' | 'instancetypes' | 'kubevirt' | 'preferences' | 'release'>
  >,
): Preference[] {
  const own = offeredMachines(config).preferences;
  return commonVersion(config) === undefined ? [...own] : [...own, ...commonPreferences()];
}
