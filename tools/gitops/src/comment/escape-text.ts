// SPDX-License-Identifier: Apache-2.0

/** Everything that Markdown or HTML could take for structure. As an entity it never is. @see https://spec.commonmark.org/0.31.2/#entity-and-numeric-character-references */
const structure = /[&<>"'\\`*_[\](){}#|~!$^]/g;

/** Controls, invisible and unassigned characters, halves of surrogate pairs, line breaks. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\s]+/gu;

const zeroWidthSpace = '\u200b';

/**
 * Characters that forges turn into a mention, a reference or a link, even if written as an HTML
 * entity, because forges search the finished page. A zero-width space after them prevents this.
 *
 * @see https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls
 * @see https://docs.gitlab.com/user/markdown/#gitlab-specific-references
 */
const live = /[@#!~%$&](?=[\w"'])|GH(?=-\d)|:(?=\/\/)|\bwww(?=\.)/gi;

/** How much of a text is looked at, in multiples of what is shown: messages can be megabytes. */
const readAhead = 8;

/** The text in one line of visible characters, cut to a length in code points. */
export function oneLine(text: string, longest: number): string {
  const start = text.slice(0, readAhead * longest);
  const line = start.replace(invisible, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= longest && start.length === text.length
    ? line
    : `${characters.slice(0, longest - 1).join('')}…`;
}

function entities(text: string): string {
  return text.replace(structure, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

/**
 * Text of others as part of a sentence: no markup of its own, nobody mentioned, no links. It is
 * the same in Markdown and in HTML; it must not stand at the beginning of a line.
 */
export function prose(text: string, longest: number): string {
  return entities(oneLine(text, longest).replace(live, `$&${zeroWidthSpace}`));
}

/** Text of others in the type of code, where forges neither mention nor refer; it can be copied. */
export function code(text: string, longest: number): string {
  return `<code>${entities(oneLine(text, longest))}</code>`;
}
