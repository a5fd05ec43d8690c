// SPDX-License-Identifier: Apache-2.0
import { annotationKeys, labelKeys, ownerAnnotations } from '@strata/contracts';

/** How the infra cluster shows a pool. */
export interface FoundPool {
  /** It has more machines than it is to have, by a rollout that has not ended. */
  readonly isSurged: boolean;
  /** A rollout of it has begun and not ended. */
  readonly isRolling: boolean;
  /** Of its machines, and of its template: one, unless a rollout is half done. */
  readonly generations: readonly string[];
  /** How many machines it is to have, where the last who said so was its rollout and not the stack. */
  readonly resizedTo?: number;
}

interface Metadata {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly managedFields?: readonly ManagedFields[];
}

/** Who says what of an object. @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management */
interface ManagedFields {
  readonly manager?: string;
  readonly fieldsV1?: { readonly 'f:spec'?: { readonly 'f:replicas'?: object } };
}

/** A pool or a machine, as far as it is read. */
export interface FoundItem {
  readonly metadata: Metadata;
  readonly spec?: {
    readonly replicas?: number;
    readonly virtualMachineTemplate?: { readonly metadata?: Partial<Metadata> };
  };
}

/** How the infra cluster shows each pool, by its name. */
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
    };
    return [name, found] as const;
  });
  return Object.fromEntries(entries);
}

/** Whether it is the stack that says how many machines a pool has. */
function isSizeOurs({ managedFields = [] }: Metadata): boolean {
  const stack = ownerAnnotations[annotationKeys.fieldManager];
  return managedFields.some(
    ({ fieldsV1, manager }) =>
      manager === stack && fieldsV1?.['f:spec']?.['f:replicas'] !== undefined,
  );
}

/**
 * Whether the number of machines that the infra cluster shows is to be kept as it is.
 *
 * A rollout that was cut off has left more of them: it goes on from there, and takes them away when it
 * is done; sooner, there could be fewer than must be. Pulumi's provider then writes no number into the
 * state (handleSSAIgnoreFields removes what only others say, from the inputs that it remembers too), so
 * the next update would say it again, though nothing changes.
 *
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/await/await.go
 */
export function keepsSize(found: FoundPool | undefined, replicas: number): boolean {
  return found !== undefined && (found.isSurged || found.resizedTo === replicas);
}

/**
 * Whether a pool has a rollout that has not ended, or machines that are not what they are to be. The
 * state does not say so after a roll that failed and was taken back: it has the inputs of before.
 */
export function isUnfinished(found: FoundPool | undefined, generation: string): boolean {
  if (found === undefined) return false;
  const { generations, isRolling, isSurged } = found;
  return isRolling || isSurged || generations.some((one) => one !== generation);
}
