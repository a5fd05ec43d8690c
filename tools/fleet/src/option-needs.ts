// SPDX-License-Identifier: Apache-2.0

/** Options of the fleet's page that need another one. */
const needs = [
  ['head', 'base'],
  ['sandbox', 'live'],
  ['port', 'serve'],
  ['every', 'serve'],
] as const;

/** Option that needs another one, or is needed. */
export type OptionName = (typeof needs)[number][number];

/**
 * Returns what is wrong with options of which one lacks the one that it needs; undefined: nothing.
 *
 * @param flagOf - how the user writes an option.
 */
export function lackingOption(
  isGiven: (name: OptionName) => boolean,
  flagOf: (name: OptionName) => string = (name) => `--${name}`,
): string | undefined {
  const lonely = needs.find(([name, other]) => isGiven(name) && !isGiven(other));
  return lonely && `${flagOf(lonely[0])} needs ${flagOf(lonely[1])}`;
}
