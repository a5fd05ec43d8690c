// SPDX-License-Identifier: Apache-2.0

/** Returns the name of a generation of a key; the first one is called by the key alone. */
export function generationName(key: string, generation: number): string {
  return generation === 1 ? key : `${key}-${generation}`;
}
