// SPDX-License-Identifier: Apache-2.0

/** Longest texts, in characters, and how many of a list are named. */
export const longest = { name: 90, problem: 200, named: 6, list: 900 } as const;

/** How a list is written. */
interface Written {
  /** @default '; ' */
  readonly between?: string;
  /** Characters for all that is named; the first is named in any case. @default 900 */
  readonly longest?: number;
  /** How many are named at most. @default 6 */
  readonly named?: number;
}

/** The first of a list in words, as many as there is room for, and how many more there are. */
export function list(
  words: readonly string[],
  { between = '; ', longest: most = longest.list, named = longest.named }: Written = {},
): string {
  let room = most;
  const said = words
    .slice(0, named)
    .filter((word, index) => (room -= word.length) >= 0 || index === 0);
  const more = words.length - said.length;
  return [...said, ...(more > 0 ? [`${more} more`] : [])].join(between);
}
