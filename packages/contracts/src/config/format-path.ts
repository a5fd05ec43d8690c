// SPDX-License-Identifier: Apache-2.0

/** Keys that need no quotes to be told from what stands around them. */
const plainKey = /^[^\s"[\]\p{C}]{1,100}$/u;

function formatKey(key: string): string {
  if (plainKey.test(key)) return `.${key}`;
  const shown = key.length > 60 ? `${key.slice(0, 57)}...` : key;
  return `["${shown}"]`;
}

/** `pools[0].replicas`; a key that could be mistaken for something else is `["in quotes"]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : formatKey(String(part))))
    .join('')
    .replace(/^\./, '');
}
