// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { wholeNumber } from '@strata/contracts/fields';
import type { BlastRadius } from './blast-radius.ts';
import type { ConsequenceKind } from './consequence.ts';

const limit = () => wholeNumber(0).optional();

/**
 * Limits of what one change may do to an environment, `stacks/blast-radius/<environment>.yaml`. A
 * key that is left out has no limit.
 */
export const blastRadiusLimits = z.strictObject({
  /** Number of nodes that are replaced. */
  rolledNodes: limit(),
  /** Number of nodes that are removed and not replaced. */
  removedNodes: limit(),
  /** Number of VMs that stop and start again. */
  restartedMachines: limit(),
  /** Number of addresses that change although others use them. */
  changedAddresses: limit(),
  /** Number of deleted volumes, namespaces, and kinds with all their objects. */
  deletedData: limit(),
  /** Number of user clusters with any change. */
  clusters: limit(),
});

/** Limits of what one change may do to an environment. */
export type BlastRadiusLimits = z.output<typeof blastRadiusLimits>;

type CountedLimit = Exclude<keyof BlastRadiusLimits, 'clusters'>;

/** The kind of consequence that each limit counts. */
const counted: Readonly<Record<CountedLimit, ConsequenceKind>> = {
  rolledNodes: 'nodes-roll',
  removedNodes: 'nodes-removed',
  restartedMachines: 'machines-restart',
  changedAddresses: 'address-changes',
  deletedData: 'data-deleted',
};

/** Returns the path of an environment's limits, from the root of the repository. */
export function blastRadiusFile(environment: string): string {
  return `stacks/blast-radius/${environment}.yaml`;
}

/** A limit that a change exceeds. */
export interface LimitExcess {
  readonly key: keyof BlastRadiusLimits;
  readonly limit: number;
  readonly found: number;
}

/** Consequences for one environment, added up, as far as limits count them. */
export type EnvironmentTotals = Pick<BlastRadius, 'totals' | 'clusters'>;

/** Returns every limit that a change exceeds. */
export function excesses(radius: EnvironmentTotals, limits: BlastRadiusLimits): LimitExcess[] {
  const found = {
    ...Object.fromEntries(
      Object.entries(counted).map(([key, kind]) => [key, radius.totals[kind]] as const),
    ),
    clusters: radius.clusters.length,
  } as Record<keyof BlastRadiusLimits, number>;
  return (Object.keys(found) as (keyof BlastRadiusLimits)[]).flatMap((key) => {
    const most = limits[key];
    return most === undefined || found[key] <= most
      ? []
      : [{ key, limit: most, found: found[key] }];
  });
}
