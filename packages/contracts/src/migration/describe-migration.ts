// SPDX-License-Identifier: Apache-2.0
import type { MigrationContract } from './migration-contract.ts';

/** A group of VMs, and what they do when their hosts are drained. */
export interface DrainedGroup {
  /** Name of the pool; `cp` for the control plane. */
  readonly name: string;
  /** Number of VMs. */
  readonly replicas: number;
  readonly onDrain: MigrationContract;
}

/**
 * Returns a line for each group: `md-a: 2 machines drain: its disk "root" is ReadWriteOnce, not
 * ReadWriteMany`.
 */
export function describeMigration(groups: readonly DrainedGroup[]): string[] {
  return groups.map(({ name, onDrain: { behaviour, reasons }, replicas }) => {
    const isOne = replicas === 1;
    const verb = isOne ? behaviour : behaviour.replace(/s$/, '');
    const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
    return `${name}: ${replicas} ${isOne ? 'machine' : 'machines'} ${verb}${why}`;
  });
}
