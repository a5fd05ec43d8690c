// SPDX-License-Identifier: Apache-2.0
import { marked } from 'marked';

/** Languages of code blocks whose lines a reader types into a shell. */
const shells = new Set(['sh', 'bash', 'shell']);

/** Where one command of a line ends and the next begins. */
const between = /\s(?:&&|\|\||\||;)\s/;

/** Returns the lines of a script that run something: without comments, and with continued lines joined. */
export function linesOf(script: string): string[] {
  return script
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#(?=\s).*$/, '').trim())
    .filter((line) => line !== '');
}

/** Returns what a command runs whose output is taken: `eval "$(...)"`, `name=$(...)`. */
function withinSubstitution(command: string): string {
  const [, inner] = /^(?:eval "|\w+=)\$\(([^)]+)/.exec(command) ?? [];
  return inner ?? command;
}

/** Returns the commands of a script, one an entry. */
export function commandsOf(script: string): string[] {
  return linesOf(script).flatMap((line) =>
    line.split(between).map((command) => withinSubstitution(command.trim())),
  );
}

/** Returns the scripts of a Markdown document: the text of each of its code blocks for a shell. */
export function scriptsOf(markdown: string): string[] {
  const scripts: string[] = [];
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'code' && shells.has((token.lang as string | undefined) ?? '')) {
      scripts.push(token.text as string);
    }
  });
  return scripts;
}

/** Commands of this repository that are judged where a sentence names them. */
const isNamed = /^(?:npx strata|npx node|node) /;

/** Returns the commands that stand in the text of a Markdown document: `npx strata ...`, `npx node ...`. */
export function namedCommands(markdown: string): string[] {
  const named: string[] = [];
  void marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === 'codespan' && isNamed.test(token.text as string)) {
      named.push(token.text as string);
    }
  });
  return named;
}
