// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { wholeNumber } from '../config/field.ts';
import type { BlastRadius } from './blast-radius.ts';
import type { ConsequenceKind } from './consequence.ts';

const limit = () => wholeNumber(0).optional();

/**
 * How much one change may do to an environment, `stacks/blast-radius/<environment>.yaml`. What is
 * left out has no limit.
 */
export const blastRadiusLimits = z.strictObject({
  /** Nodes that are replaced. */
  rolledNodes: limit(),
  /** Nodes that there are fewer of afterwards. */
  removedNodes: limit(),
  /** Machines that stop and start again. */
  restartedMachines: limit(),
  /** Addresses that others know, which become others. */
  changedAddresses: limit(),
  /** Volumes, namespaces, and kinds with all their objects. */
  deletedData: limit(),
  /** User clusters of which anything is changed. */
  clusters: limit(),
});

/** How much one change may do to an environment. */
export type BlastRadiusLimits = z.output<typeof blastRadiusLimits>;

type CountedLimit = Exclude<keyof BlastRadiusLimits, 'clusters'>;

/** What each limit counts. */
const counted: Readonly<Record<CountedLimit, ConsequenceKind>> = {
  rolledNodes: 'nodes-roll',
  removedNodes: 'nodes-removed',
  restartedMachines: 'machines-restart',
  changedAddresses: 'address-changes',
  deletedData: 'data-deleted',
};

/** The file of an environment's limits, from the root of the repository. */
export function blastRadiusFile(environment: string): string {
  return `stacks/blast-radius/${environment}.yaml`;
}

/** A limit that a change goes beyond. */
export interface LimitExcess {
  readonly key: keyof BlastRadiusLimits;
  readonly limit: number;
  readonly found: number;
}

/** Every limit that a change goes beyond. */
export function excesses(radius: BlastRadius, limits: BlastRadiusLimits): LimitExcess[] {
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
