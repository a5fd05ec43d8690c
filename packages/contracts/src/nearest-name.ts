// SPDX-License-Identifier: Apache-2.0

/**
 * Returns how many letters must be added, removed, changed or swapped with their neighbour to turn
 * one word into the other.
 */
function editDistance(from: string, to: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1];
    for (const [column, other] of Array.from(to).entries()) {
      const changed = (row[column] ?? 0) + (letter === other ? 0 : 1);
      const isSwap = letter === to[column - 1] && from[line - 1] === other;
      const swapped = isSwap ? (before[column - 1] ?? 0) + 1 : changed;
      next.push(Math.min(changed, swapped, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * Returns the distance of a known name from what the user wrote: a name that is cut short counts as
 * near.
 */
function distanceOf(name: string, candidate: string): number {
  const [written, known] = [name.toLowerCase(), candidate.toLowerCase()];
  if (written.length > 2 && (known.startsWith(written) || written.startsWith(known))) return 1;
  return editDistance(written, known);
}

/**
 * Returns the known name that the user who wrote `name` most likely meant, for error messages.
 *
 * @returns undefined if every known name differs in more than a third of its letters.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: distanceOf(name, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.distance - other.distance);
  return ranked[0]?.candidate;
}

/** Returns `did you mean "x"?`, or the list of known names if none is near. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `did you mean "${nearest}"?`;
  return known.length === 0 ? 'there are none' : `known: ${known.join(', ')}`;
}
