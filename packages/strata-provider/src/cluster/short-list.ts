// SPDX-License-Identifier: Apache-2.0

/** Maximum number of entries in a list. */
const most = 8;

/** Joins entries into one line; after the first eight it only counts the others. */
export function shortList(things: readonly string[]): string {
  const more = things.length - most;
  return [...things.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
