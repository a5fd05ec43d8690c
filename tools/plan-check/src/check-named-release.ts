// SPDX-License-Identifier: Apache-2.0
import { defaultRelease } from '@strata/contracts';
import type { EnvironmentFiles, PlanProblem } from './address-plan/index.ts';

/**
 * Reports a platform whose file names no release: it has the default one, and a newer Strata, whose
 * default may be another, would update KubeVirt without a change in `stacks`.
 */
export function checkNamedRelease({ platform }: EnvironmentFiles): PlanProblem[] {
  if (platform === undefined || platform.config.release !== undefined) return [];
  return [
    {
      file: platform.file,
      path: 'config.kubevirt-stack:release',
      message: `missing; write ${defaultRelease}, which the platform has without it. A newer Strata may have another default, which would update KubeVirt, and there is no way back`,
    },
  ];
}
