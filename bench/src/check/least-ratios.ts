// SPDX-License-Identifier: Apache-2.0
import type { ComparisonName } from '../command-line.ts';
import { experiments } from '../subjects/tool.ts';
import type { Experiment, Operation } from '../subjects/tool.ts';
import { above, divided } from './ratios.ts';
import type { Ratio } from './ratios.ts';

/** Which experiment is compared with which command of kubectl. */
const compared: readonly (readonly [Operation, Experiment, string])[] = [
  ['preview', 'nothing', 'kubectl diff'],
  ['create', 'nothing', 'kubectl apply'],
  ['create', 'unrecorded', 'kubectl apply'],
  ['drift', 'nothing', 'kubectl diff'],
  ['destroy', 'nothing', 'kubectl delete'],
  ['destroy', 'unrecorded', 'kubectl delete'],
];

/** Operations whose target leaves the floor out, as they start a program. */
const startingPrograms: ReadonlySet<Operation> = new Set(['preview', 'create']);

/**
 * Returns the ratios that have a target once more, of {@link experiments}, which do less than Strata has to
 * do.
 */
export function leastRatios(scenario: ComparisonName): readonly Ratio[] {
  return compared.map(([operation, experiment, command]) => {
    const starts = startingPrograms.has(operation);
    return {
      name: `${operation}-of-${experiment}`,
      scenario,
      says: `${operation}${starts ? ', above the floor,' : ''} to \`${command}\`: ${experiments[experiment]}`,
      of: (s) => {
        const own = s(experiment, operation);
        const counted = starts ? above(own, s('strata', 'floor')) : own;
        return divided(counted, s('kubectl', operation));
      },
    };
  });
}
