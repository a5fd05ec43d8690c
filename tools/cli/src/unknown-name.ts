// SPDX-License-Identifier: Apache-2.0
import { nearestName } from '@strata/contracts/nearest-name';
import { UsageError } from './usage-error.ts';

/** A name that somebody typed and that nothing has. */
export interface UnknownName {
  /** Kind of thing that the name was meant for: `environment`. */
  readonly what: string;
  readonly typed: string;
  readonly known: readonly string[];
  /** In front of all that is known. */
  readonly heading: string;
}

/** Names what was typed, the nearest name that there is, and all of them. */
export function unknownName({ heading, known, typed, what }: UnknownName): UsageError {
  const nearest = nearestName(typed, known);
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const all = known.length === 0 ? 'none' : known.join(', ');
  return new UsageError(`There is no ${what} called "${typed}".${hint}\n${heading}: ${all}`);
}
