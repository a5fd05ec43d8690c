// SPDX-License-Identifier: Apache-2.0

/** Keys that need no quotes in a path. */
const plainKey = /^[^\s"[\]\p{C}]{1,100}$/u;

function formatKey(key: string): string {
  if (plainKey.test(key)) return `.${key}`;
  const shown = key.length > 60 ? `${key.slice(0, 57)}...` : key;
  return `["${shown}"]`;
}

/** Returns a path such as `pools[0].replicas`; an ambiguous key becomes `["in quotes"]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : formatKey(String(part))))
    .join('')
    .replace(/^\./, '');
}

/** Returns whether a path is another one, or leads to something inside of it. */
export function isAtOrBelow(path: readonly PropertyKey[], outer: readonly PropertyKey[]): boolean {
  return outer.every((part, index) => path[index] === part);
}
