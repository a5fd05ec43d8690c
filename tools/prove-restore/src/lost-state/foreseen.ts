// SPDX-License-Identifier: Apache-2.0
import { resourceTypes } from '@strata/strata-provider/resource-types';
import { startUpSecrets } from '@strata/user-cluster/lost-state';
import { z } from 'zod';
import type { LiveObjects } from './live-objects.ts';
import { objectProblems } from './object-problems.ts';
import { nameOf, readPlan, typeOf } from './plan.ts';
import type { Step } from './plan.ts';

/** Consequences of an update that takes on the objects. */
export interface Foreseen {
  /** Why it must not begin. */
  readonly refusals: readonly string[];
  /** Names of the keys and certificates that it makes anew or renews. */
  readonly anew: readonly string[];
  /** Number of objects and other resources that it takes on. */
  readonly takenOn: number;
}

/** Facts of the cluster that the preview is compared with. */
export interface Kept {
  /** Names of all Secrets with start-up data that exist. */
  readonly startUpSecrets: readonly string[];
  /** Names of the resources of keys that VMs record. */
  readonly recorded: readonly string[];
  /** Machines, pools, disks and volumes that exist. */
  readonly live: LiveObjects;
}

const metadata = z.object({ metadata: z.object({ name: z.string() }) });

/** Returns the names of the Secrets with start-up data that VMs would start with. */
function plannedSecrets(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => {
    if (typeOf(step) !== 'kubernetes:core/v1:Secret') return [];
    const read = metadata.safeParse(step.newState?.inputs).data;
    if (read === undefined || startUpSecrets([read]).length === 0) return [];
    return [read.metadata.name];
  });
}

const isKey = (step: Step) => typeOf(step).startsWith('strata:keys:');

/** Keys that an update renews in place without another machine. */
const renewable: ReadonlySet<string> = new Set([
  resourceTypes.certificate,
  resourceTypes.joinToken,
]);

const isRenewed = (step: Step) => step.op === 'update' && renewable.has(typeOf(step));

function keyRefusals(steps: readonly Step[], { recorded }: Kept): string[] {
  return steps.flatMap((step) => {
    const name = nameOf(step);
    if (isRenewed(step)) return [];
    if (!isKey(step) || ['same', 'create'].includes(step.op)) {
      const isAnother = isKey(step) && step.op === 'create' && recorded.includes(name);
      return isAnother ? [`the program makes another "${name}" than that of the VMs`] : [];
    }
    if (step.op === 'delete') {
      return [
        recorded.includes(name)
          ? `the file of the stack has no "${name}", which VMs have: a rotation goes on`
          : `the file of the stack has no "${name}", which the cluster has: it would be deleted`,
      ];
    }
    return [`the key "${name}" would change (${step.op})`];
  });
}

/**
 * Judges what Pulumi's preview says of the update that takes on the objects: no machine, pool, disk or
 * volume may become another one, and no key that was found may change or go.
 *
 * @param text - what `pulumi preview --json` has printed.
 * @throws ProveError when the preview has failed.
 */
export function foresee(text: string, kept: Kept): Foreseen {
  const steps = readPlan(text);
  const others = plannedSecrets(steps).filter((name) => !kept.startUpSecrets.includes(name));
  const isNew = (step: Step) => (step.op === 'create' && isKey(step)) || isRenewed(step);
  return {
    refusals: [
      ...keyRefusals(steps, kept),
      ...others.map(
        (name) =>
          `VMs would be replaced, by those that start with ${name}: the stack's file, the platform or Strata is not what the cluster was brought up with`,
      ),
      ...objectProblems(steps, kept.live),
    ],
    anew: steps.filter(isNew).map(nameOf),
    takenOn: steps.filter((step) => step.op === 'create' && !isKey(step)).length,
  };
}
