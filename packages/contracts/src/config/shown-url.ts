// SPDX-License-Identifier: Apache-2.0

/**
 * Returns a text as messages may show it: of a URL without its user, query and fragment, which may be
 * secrets. Any other text stays as it is.
 */
export function shownUrl(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return text.replace(/^([^:]+:\/\/)[^/?#]*@/, '$1...@').replace(/[?#].*$/s, '...');
}
