// SPDX-License-Identifier: Apache-2.0
import type { Source } from './source.ts';

/**
 * Returns the number at the first of these paths that has one; undefined where none has a value.
 *
 * @param title - of the object, for errors.
 * @throws Error when the text there is no number.
 */
export function numberAt(
  title: string,
  source: Source,
  ...paths: readonly string[]
): number | undefined {
  for (const path of paths) {
    const text = source.text(path);
    if (text === undefined) continue;
    const number = Number(text);
    if (Number.isFinite(number)) return number;
    throw new Error(`${title}: ${source.pathOf(path)} is "${text}", which is no number.`);
  }
  return undefined;
}
