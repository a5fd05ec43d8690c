// SPDX-License-Identifier: Apache-2.0
import type { DriftConfig } from './drift-config.ts';
import type { Forge } from '../forge/forge.ts';
import { driftLabels, readMarker } from './drift-issue.ts';
import type { JudgedReport } from './ignore-drift.ts';

/** Stack to repair, and who asked for it. */
export interface Repair {
  /** `user-cluster/prod.shop` */
  readonly stack: string;
  readonly because: 'label' | 'automatic';
}

/**
 * Returns the stacks to repair: those that have drifted and whose open issue has the label, or
 * whose environment repairs by itself. A failed check repairs nothing.
 *
 * @throws ForgeError
 */
export async function chooseRepairs(
  forge: Forge,
  judged: readonly JudgedReport[],
  configOf: (environment: string) => DriftConfig,
): Promise<Repair[]> {
  const issues = await forge.issues.ownWithLabel(driftLabels.repair);
  const labelled = new Set(
    issues.flatMap(({ body, labels, state }) =>
      state === 'open' && labels.includes(driftLabels.drift) ? (readMarker(body)?.stack ?? []) : [],
    ),
  );
  return judged.flatMap(({ report }): Repair[] => {
    if (report.outcome !== 'drifted') return [];
    const stack = `${report.program}/${report.stack}`;
    if (configOf(report.environment).repair === 'automatic')
      return [{ stack, because: 'automatic' }];
    return labelled.has(stack) ? [{ stack, because: 'label' }] : [];
  });
}
