// SPDX-License-Identifier: Apache-2.0
import { strataUsageProblem } from '@strata/cli/usage';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A placeholder of a document, such as `<environment>` or `[cluster]`, becomes a word. */
const withWords = (command: string) =>
  command.replaceAll(
    /<([\w-]+)>|\[([\w-]+)\]/g,
    (_, one?: string, other?: string) => one ?? other ?? '',
  );

const json = (root: string, path: string) =>
  JSON.parse(readFileSync(join(root, path), 'utf8')) as unknown;

function npmScript(root: string, words: readonly string[]): string | undefined {
  const name = words.find((word) => !word.startsWith('-')) ?? '';
  const { scripts } = json(root, 'package.json') as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  return Object.hasOwn(scripts, name) ? undefined : `package.json has no script "${name}"`;
}

function generator(root: string, [name = '', ...args]: readonly string[]): string | undefined {
  const { generators } = json(root, 'tools/nx-pulumi/generators.json') as {
    readonly generators: Readonly<Record<string, { readonly schema: string }>>;
  };
  const [, short = ''] = /^@strata\/nx-pulumi:(.+)$/.exec(name) ?? [];
  const found = generators[short];
  if (found === undefined) return `there is no generator "${name}"`;
  const { properties } = json(root, join('tools/nx-pulumi', found.schema)) as {
    readonly properties: Readonly<Record<string, unknown>>;
  };
  const options = args.flatMap((one) => /^--([\w-]+)/.exec(one)?.[1] ?? []);
  const unknown = options.filter((one) => one !== 'dry-run' && !Object.hasOwn(properties, one));
  return unknown.length === 0 ? undefined : `${name} has no option --${unknown.join(', --')}`;
}

const pathProblem = (root: string, path: string) =>
  existsSync(join(root, path)) ? undefined : `there is no ${path}`;

/** Says of a script that a person starts by the Node on PATH, which need not know TypeScript. */
function byNode(root: string, [file = '']: readonly string[]): string | undefined {
  return file.endsWith('.ts')
    ? `the node on PATH may be too old for it: npx node ${file}`
    : pathProblem(root, file);
}

const gitops = 'tools/gitops/src';

function byInstalledNode(root: string, [file = '', name = 'help']: readonly string[]) {
  const isCommand =
    name === 'help' || existsSync(join(root, gitops, `commands/${name}-command.ts`));
  const isKnown = file !== `${gitops}/main.ts` || isCommand;
  return pathProblem(root, file) ?? (isKnown ? undefined : `gitops has no command "${name}"`);
}

/** Commands of Pulumi that are about a stack of the program in whose folder Pulumi runs. */
const ofProgram = new Set([
  'cancel',
  'config',
  'destroy',
  'preview',
  'refresh',
  'stack',
  'state',
  'up',
]);

function byPulumi(root: string, [first = '', folder = '']: readonly string[]): string | undefined {
  if (first === '-C') return pathProblem(root, folder);
  return ofProgram.has(first) ? 'pulumi finds no program: pulumi -C packages/...' : undefined;
}

/** First words of a command, and what is wrong with the words behind them; undefined if nothing is. */
type Rule = readonly [
  begin: readonly string[],
  problem: (root: string, words: readonly string[]) => string | undefined,
];

const rules: readonly Rule[] = [
  [['npx', 'strata'], (_, words) => strataUsageProblem(words)],
  [['npm', 'run'], npmScript],
  [['npx', 'nx', 'g'], generator],
  [['pulumi'], byPulumi],
  [['node'], byNode],
  [['npx', 'node'], byInstalledNode],
];

const isVariable = (word: string) => /^[A-Z_][A-Z0-9_]*=/.test(word);

/** Words of a command, without quotes and without variables in front of it. */
function wordsOf(command: string): string[] {
  const words = withWords(command).match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [];
  const first = words.findIndex((word) => !isVariable(word));
  const redirect = words.findIndex((word) => /^\d?>/.test(word));
  return words
    .slice(Math.max(first, 0), redirect === -1 ? undefined : redirect)
    .map((word) => word.replaceAll(/['"]/g, ''));
}

/**
 * Returns what is wrong with a command that a document shows, or undefined. It is asked of commands of
 * this repository; those of other programs, such as kubectl, are not judged.
 */
export function commandProblem(root: string, command: string): string | undefined {
  const words = wordsOf(command);
  const rule = rules.find(([begin]) => begin.every((word, index) => words[index] === word));
  if (rule === undefined) return undefined;
  const [begin, problem] = rule;
  return problem(root, words.slice(begin.length));
}
