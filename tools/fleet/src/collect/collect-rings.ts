// SPDX-License-Identifier: Apache-2.0
import { deploymentRings, ringsFile } from '@strata/gitops/rings';
import { isOpen, nextOpening, windowWords } from '@strata/gitops/windows';
import type { MaintenanceWindow } from '@strata/gitops/windows';
import { PlanError, readChecked } from '@strata/plan-check';
import type { Ring, RingWindows } from '../model.ts';

function windowsOf(windows: readonly MaintenanceWindow[], now: Date): RingWindows | undefined {
  if (windows.length === 0) return undefined;
  const opens = nextOpening(windows, now);
  return {
    texts: windows.map(windowWords),
    isOpen: isOpen(windows, now),
    ...(opens !== undefined && { opens }),
    at: now.toISOString(),
  };
}

/**
 * Returns the rings in their order, each with its maintenance windows.
 *
 * @throws PlanError when there is no file of rings, or it is wrong.
 */
export function collectRings(root: string, now: Date): Ring[] {
  const file = readChecked(root, ringsFile, deploymentRings);
  if (file === undefined) throw new PlanError(`${ringsFile} is missing`);
  return file.rings.map(({ environments, name, windows: all }, index): Ring => {
    const windows = windowsOf(all, now);
    return {
      name,
      environments,
      ...(windows && { windows }),
      source: { file: ringsFile, key: `rings[${index}]` },
    };
  });
}
