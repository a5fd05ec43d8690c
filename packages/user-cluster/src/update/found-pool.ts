// SPDX-License-Identifier: Apache-2.0
import { annotationKeys, labelKeys, ownerAnnotations } from '@strata/contracts';
import type { FoundItem } from './found-item.ts';

/** State of a pool on the infra cluster. */
export interface FoundPool {
  /** Whether it has more VMs than configured, because of a rollout that has not ended. */
  readonly isSurged: boolean;
  /** Whether a rollout of it has begun and not ended. */
  readonly isRolling: boolean;
  /** Generations of its VMs and of its template: one, unless a rollout is half done. */
  readonly generations: readonly string[];
  /** Number of VMs that its rollout has set; undefined where the stack set it last. */
  readonly resizedTo?: number;
  /** Whether VMs of it are being deleted. @default none is */
  readonly isLosingMachines?: true;
}

/** Returns the state of each pool on the infra cluster, by its name. */
export function foundPools(
  pools: readonly FoundItem[],
  machines: readonly FoundItem[],
): Readonly<Record<string, FoundPool>> {
  const entries = pools.map(({ metadata, spec }) => {
    const { annotations, name } = metadata;
    const own = machines.filter(({ metadata }) => metadata.labels?.[labelKeys.pool] === name);
    const all = [spec?.virtualMachineTemplate?.metadata, ...own.map(({ metadata }) => metadata)];
    const found: FoundPool = {
      isSurged: annotations?.[annotationKeys.surge] !== undefined,
      isRolling: annotations?.[annotationKeys.rolling] !== undefined,
      generations: [
        ...new Set(all.flatMap((metadata) => metadata?.labels?.[labelKeys.generation] ?? [])),
      ].sort(),
      ...(spec?.replicas !== undefined && !isSizeOurs(metadata) && { resizedTo: spec.replicas }),
      ...(own.some(({ metadata }) => metadata.deletionTimestamp !== undefined) && {
        isLosingMachines: true,
      }),
    };
    return [name, found] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns whether the stack owns the number of VMs of a pool. */
function isSizeOurs({ managedFields = [] }: FoundItem['metadata']): boolean {
  const stack = ownerAnnotations[annotationKeys.fieldManager];
  return managedFields.some(
    ({ fieldsV1, manager }) =>
      manager === stack && fieldsV1?.['f:spec']?.['f:replicas'] !== undefined,
  );
}

/**
 * Returns whether Pulumi must leave a pool's number of VMs as the infra cluster has it.
 *
 * A rollout that was interrupted has left more VMs: it goes on from there, and removes them when it is
 * done; if they were removed sooner, fewer could be left than must be. After a rollout, Pulumi's
 * provider writes no number into the state (handleSSAIgnoreFields removes fields that only others own,
 * from the inputs that it remembers, too), so the next update would set the number again, though nothing
 * changes.
 *
 * While VMs are being deleted, another number can end KubeVirt's controller for all clusters: if fewer
 * VMs are too many than are being deleted, it asks for a negative number of VMs and panics. The rollout
 * sets the number once these VMs are gone.
 *
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/await/await.go
 * @see https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-controller/watch/pool/pool.go (proactiveScaleIn, scaleIn)
 */
export function keepsSize(found: FoundPool | undefined, replicas: number): boolean {
  if (found === undefined) return false;
  const { isLosingMachines = false, isSurged, resizedTo } = found;
  return isLosingMachines || isSurged || resizedTo === replicas;
}

/**
 * Returns whether a pool has a rollout that has not ended, VMs that are being deleted, or VMs of another
 * generation than it should have. The state does not show this after a roll that failed and was taken
 * back: it has the previous inputs.
 */
export function isUnfinished(found: FoundPool | undefined, generation: string): boolean {
  if (found === undefined) return false;
  const { generations, isLosingMachines = false, isRolling, isSurged } = found;
  return isRolling || isSurged || isLosingMachines || generations.some((one) => one !== generation);
}
