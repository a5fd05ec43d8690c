// SPDX-License-Identifier: Apache-2.0
import { annotationKeys } from '@strata/contracts';

/**
 * A Secret with start-up data that is there, and which of the stack's resources it is.
 *
 * Another generation is another Secret. It is another resource as well, and no replacement: what Pulumi
 * replaces it deletes by its name at the end of the next update that succeeds, even when that one has
 * gone back to it, and until then it refuses to make it, for it is there. The resources of a machine
 * or pool are numbered, for their names must be known before the generation is: a generation that is
 * there keeps its number, another one gets the lowest that is free.
 *
 * @see docs/decisions/0030-taking-a-roll-back.md
 */
export interface StartUpSecret {
  /** Of the machine or pool. */
  readonly owner: string;
  readonly generation: string;
  /** 0 for the one without the annotation `slot`. */
  readonly slot: number;
}

/** As the infra cluster has it. */
interface FoundSecret {
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** The name of the Secret with the start-up data of a machine or pool. */
export function startUpSecretName(owner: string, generation: string): string {
  return `${owner}-userdata-${generation}`;
}

const ownName = /^(.+)-userdata-([0-9a-f]{8})$/;

/** Those with start-up data, among all Secrets of a cluster. */
export function startUpSecrets(secrets: readonly FoundSecret[]): readonly StartUpSecret[] {
  return secrets.flatMap(({ metadata: { annotations, name } }) => {
    const [, owner, generation] = ownName.exec(name) ?? [];
    if (owner === undefined || generation === undefined) return [];
    return [{ owner, generation, slot: Number(annotations?.[annotationKeys.slot] ?? 0) || 0 }];
  });
}

/**
 * The number of the resource for a generation.
 *
 * @param generation - undefined in a preview that makes the keys anew: it is then one that is not there.
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
