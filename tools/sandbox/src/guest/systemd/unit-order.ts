// SPDX-License-Identifier: Apache-2.0

/** The fields that the order of two units depends on. */
export interface Ordered {
  readonly name: string;
  readonly after: readonly string[];
  readonly before: readonly string[];
}

/** Returns whether `first` has to be started before `second`. */
function precedes(first: Ordered, second: Ordered): boolean {
  return first.before.includes(second.name) || second.after.includes(first.name);
}

/**
 * Returns units in the order in which they start: as After= and Before= demand, otherwise as given.
 * Breaks a circle where it is found, as systemd does.
 */
export function startOrder<U extends Ordered>(units: readonly U[]): U[] {
  const ordered: U[] = [];
  const seen = new Set<U>();
  const visit = (unit: U) => {
    if (seen.has(unit)) return;
    seen.add(unit);
    for (const other of units) if (other !== unit && precedes(other, unit)) visit(other);
    ordered.push(unit);
  };
  units.forEach(visit);
  return ordered;
}

/**
 * Returns units in the order in which they stop: the reverse of a start.
 *
 * @param started - Units in the order in which they were started.
 */
export function stopOrder<U extends Ordered>(started: readonly U[]): U[] {
  return startOrder(started).reverse();
}
