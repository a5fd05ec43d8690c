// SPDX-License-Identifier: Apache-2.0

/** As many as somebody reads. */
const most = 8;

/** Things that are waited for, in one line; of many, the first. */
export function shortList(things: readonly string[]): string {
  const more = things.length - most;
  return [...things.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
