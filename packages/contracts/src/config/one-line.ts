// SPDX-License-Identifier: Apache-2.0

/** Characters that end a line, move a terminal's cursor, hide text or reverse it. */
const unprintable =
  // eslint-disable-next-line no-control-regex -- these are what must not be printed
  /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

const escape = (letter: string) =>
  `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/** Maximum length of one value in a message. */
const longestText = 1_000;

/** Returns a text on one line, with escapes for characters that a terminal would act upon. */
export function printableLine(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll(unprintable, escape);
}

/**
 * Returns a text from a configuration, or from a user cluster, in printable form: on one line, with
 * escapes for characters that a terminal would act upon, and cut off after 1,000 characters.
 */
export function oneLine(text: string): string {
  return printableLine(text.length > longestText ? `${text.slice(0, longestText)}...` : text);
}
