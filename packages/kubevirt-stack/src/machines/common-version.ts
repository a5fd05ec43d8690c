// SPDX-License-Identifier: Apache-2.0
import { defaultRelease, findRelease } from '@strata/contracts';
import type { KubevirtStackConfig } from '../config/index.ts';

/**
 * Returns the version of the KubeVirt that installs its own sizes and preferences
 * (`kubevirt.commonInstancetypes`), such as `1.8.4`; undefined if none does.
 */
export function commonVersion({
  kubevirt,
  release = defaultRelease,
}: Partial<Pick<KubevirtStackConfig, 'kubevirt' | 'release'>>): string | undefined {
  return kubevirt?.commonInstancetypes === true
    ? findRelease(release)?.components.kubevirt.version
    : undefined;
}
