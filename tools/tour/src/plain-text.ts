// SPDX-License-Identifier: Apache-2.0

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** The comment of a pull request as it reads in a browser, for a terminal: without markup and empty lines. */
export function plainText(comment: string): string[] {
  const bare = comment
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity);
  return bare.split('\n').filter((line) => line.trim() !== '');
}
