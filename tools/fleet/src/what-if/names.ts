// SPDX-License-Identifier: Apache-2.0
import { nearestName } from '@strata/contracts/nearest-name';

/** Number of names that a message lists. */
const listed = 40;

/** Returns names without duplicates, in the order of people: `h2` before `h10`. */
export function sortedNames(names: readonly string[]): string[] {
  const collator = new Intl.Collator('en', { numeric: true });
  return [...new Set(names)].sort((one, other) => collator.compare(one, other));
}

/**
 * Returns the message that nothing has a name, with the nearest name and those that exist:
 * `there is no host "h9"; did you mean "h1"? Hosts: h1, h2`.
 *
 * @param what - kind of thing, in the singular.
 */
export function noSuch(what: string, name: string, known: readonly string[]): string {
  const names = sortedNames(known);
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
  const more = names.length > listed ? ` and ${names.length - listed} more` : '';
  const all = names.length === 0 ? 'none' : `${names.slice(0, listed).join(', ')}${more}`;
  const title = `${what.slice(0, 1).toUpperCase()}${what.slice(1)}s`;
  return `there is no ${what} "${name}"${hint === '' ? '.' : hint} ${title}: ${all}`;
}
