// SPDX-License-Identifier: Apache-2.0
import { linesOf } from '@strata/test/command-lines';
import { marked, type Tokens } from 'marked';

/** A command of the README, and what the README shows of its output. */
export interface ReadmeStep {
  readonly command: string;
  /** Command that is run: the same, plus an option in place of an answer on the keyboard. */
  readonly run: string;
  /** Lines that the output has; of a line that ends in "..." its beginning. */
  readonly shown: readonly string[];
}

/** Commands that are not run here, each with the reason. */
export const notRun: Readonly<Record<string, string>> = {
  'npm test': 'this is one of its tests',
  'npm run sandbox -- up --name trial --kubernetes 1.34 --releases v1.7,v1.8,v1.9':
    'it builds the tools of all releases; 95-upgrade does the same with them',
};

/** Options that replace the answer of a person at a terminal, by the beginning of the command. */
const answers: Readonly<Record<string, string>> = { 'npx strata up': '--yes' };

/** Commands that end the sandbox: a reader uses them last. */
const lasts = ['npx strata stop', 'npx strata reset'];

const answered = (command: string) => {
  const [, option] = Object.entries(answers).find(([begin]) => command.startsWith(begin)) ?? [];
  return option === undefined ? command : `${command} ${option}`;
};

/**
 * Returns what the README lets a reader do, in its order: the commands of its blocks for a shell. A block
 * of the language `text` right behind one shows output of that block's last command.
 */
export function readmeSteps(markdown: string): ReadmeStep[] {
  const steps: ReadmeStep[] = [];
  let follows = false;
  for (const token of marked.lexer(markdown)) {
    if (token.type === 'space' || token.type === 'paragraph') continue;
    const { lang, text } = token as Tokens.Code;
    if (token.type === 'code' && lang === 'sh') {
      steps.push(
        ...linesOf(text).map((command) => ({ command, run: answered(command), shown: [] })),
      );
      follows = true;
    } else if (token.type === 'code' && lang === 'text' && follows) {
      const last = steps.pop();
      if (last !== undefined) steps.push({ ...last, shown: text.split('\n') });
    } else {
      follows = false;
    }
  }
  const done = steps.filter(({ command }) => !Object.hasOwn(notRun, command));
  return [
    ...done.filter(({ command }) => !lasts.includes(command)),
    ...done.filter(({ command }) => lasts.includes(command)),
  ];
}

/** Returns the shown lines that an output lacks, whatever blanks are between its words. */
export function missingLines(shown: readonly string[], output: string): string[] {
  const plain = (line: string) => line.replaceAll(/\s+/g, ' ').trim();
  const lines = output.split('\n').map(plain);
  return shown.filter((line) => {
    const wanted = plain(line);
    if (wanted === '' || wanted === '...') return false;
    return wanted.endsWith('...')
      ? !lines.some((one) => one.startsWith(wanted.slice(0, -3).trim()))
      : !lines.includes(wanted);
  });
}
