// SPDX-License-Identifier: Apache-2.0
import { silentUplink } from '@strata/contracts';
import { infraPath, platformPath } from './environment-files.ts';
import type { PlannedEnvironment } from './environment-files.ts';
import type { PlanProblem } from './plan-problem.ts';

/** Reports interfaces of `metallb.l2` that `infra:bridges` makes ports of bridges. */
export function checkSilentInterfaces(environment: PlannedEnvironment): PlanProblem[] {
  const { infra, infraFile, platform, platformFile } = environment;
  const interfaces = platform?.metallb?.l2?.interfaces ?? [];
  return interfaces.flatMap((card, index) => {
    const message = silentUplink(infra?.bridges ?? [], card, interfaces);
    if (message === undefined) return [];
    return [
      {
        file: platformFile,
        path: platformPath('metallb', 'l2', 'interfaces', index),
        message,
        other: { file: infraFile, path: infraPath('bridges') },
      },
    ];
  });
}
