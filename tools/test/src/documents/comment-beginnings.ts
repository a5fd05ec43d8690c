// SPDX-License-Identifier: Apache-2.0
/** A line of a TypeScript file on which a comment begins, or a sentence of a longer one. */
const beginning = /^\s*(?:\/\*\*|\*|\/\/) What /;

/**
 * Returns the lines on which a comment begins with "What". Such a comment names no thing: it makes its
 * reader guess which one is meant. A comment says what the code is ("Result of ...") or does
 * ("Returns ...").
 */
export function vagueBeginnings(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      beginning.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
    );
}
