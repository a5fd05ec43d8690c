// SPDX-License-Identifier: Apache-2.0
import { annotationKeys } from '@strata/contracts';

/**
 * An existing Secret with start-up data, and the number of its resource in the stack.
 *
 * Each generation has its own Secret and its own Pulumi resource instead of a replacement. Pulumi
 * deletes a replaced object by its name at the end of the next update that succeeds, even when that
 * update has gone back to this object; until then it refuses to make the object, because it exists. The
 * resources of a VM or pool are numbered, because their names must be known before the generation is: an
 * existing generation keeps its number, another one gets the lowest free number.
 *
 * @see docs/decisions/0030-taking-a-roll-back.md
 */
export interface StartUpSecret {
  /** VM or pool that starts with it. */
  readonly owner: string;
  readonly generation: string;
  /** 0 for a Secret without the annotation `slot`. */
  readonly slot: number;
}

/** A Secret as the infra cluster has it. */
interface FoundSecret {
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** Returns the name of the Secret with the start-up data of a VM or pool. */
export function startUpSecretName(owner: string, generation: string): string {
  return `${owner}-userdata-${generation}`;
}

const ownName = /^(.+)-userdata-([0-9a-f]{8})$/;

/** Returns those with start-up data among all Secrets of a cluster. */
export function startUpSecrets(secrets: readonly FoundSecret[]): readonly StartUpSecret[] {
  return secrets.flatMap(({ metadata: { annotations, name } }) => {
    const [, owner, generation] = ownName.exec(name) ?? [];
    if (owner === undefined || generation === undefined) return [];
    return [{ owner, generation, slot: Number(annotations?.[annotationKeys.slot] ?? 0) || 0 }];
  });
}

/**
 * Returns the number of the resource for a generation.
 *
 * @param generation - undefined in a preview that makes the keys anew: such a generation does not exist
 * yet.
 */
export function slotOf(
  found: readonly StartUpSecret[],
  owner: string,
  generation: string | undefined,
): number {
  const own = found.filter((secret) => secret.owner === owner);
  const same = own.find((secret) => secret.generation === generation);
  if (same !== undefined) return same.slot;
  const taken = new Set(own.map(({ slot }) => slot));
  let free = 0;
  while (taken.has(free)) free += 1;
  return free;
}
