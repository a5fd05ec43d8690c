// SPDX-License-Identifier: Apache-2.0
import { messageOf, PlanError, WrongCommandLine } from '@strata/plan-check';
import { parseArgs } from 'node:util';
import { lackingOption } from './option-needs.ts';
import { questions, usageOf } from './what-if/questions.ts';

/** Help text of the command line. */
export const usage = `Usage: npm run fleet -- [options]
       npm run fleet -- what-if <question> <value>... [options]

  --environment <name>   only this environment; may be given several times
  --out <file>           where the page is written (.strata/fleet.html)
  --base <commit>        with what changes since this commit or branch: before and after
  --head <commit>        with --base: which commit is after (HEAD)
  --live                 with what runs: also reads the stacks' outputs and the clusters
  --sandbox <name>       with --live: which sandbox, where there are several
  --serve                a server on 127.0.0.1 instead of a file: the page follows what changes
  --port <number>        with --serve: its port (4180)
  --every <seconds>      with --serve: how long after a reading of the clusters the next begins (30)
  --json                 with what-if: the answer as JSON
  --help                 this

Writes one HTML file that shows the fleet as the files under stacks/ have it. The file asks nobody for
anything: open it in a browser. Without --live, no cluster is read.

what-if answers a question from the same files:
${questions.map((question) => `  ${usageOf(question)}`).join('\n')}`;

/** Page that the user wants. */
export interface WriteCommand {
  readonly action: 'write';
  /** Names of environments; empty means all. */
  readonly environments: readonly string[];
  /** Path of the page; undefined: `.strata/fleet.html` of the repository. */
  readonly out?: string;
  /** Commits to compare; undefined: the files as they are. */
  readonly range?: { readonly base: string; readonly head: string };
  /** Undefined: no cluster is read. */
  readonly live?: { readonly sandbox?: string };
}

/** Server that the user wants. */
export interface ServeCommand extends Pick<WriteCommand, 'environments' | 'live'> {
  readonly action: 'serve';
  readonly port: number;
  /** Seconds between readings of clusters. */
  readonly seconds: number;
}

/** Parsed command of the user. */
export type Command =
  | { readonly action: 'help' }
  | WriteCommand
  | ServeCommand
  | {
      readonly action: 'what-if';
      readonly question: string;
      readonly values: readonly string[];
      readonly environments: readonly string[];
      readonly json: boolean;
    };

const options = {
  environment: { type: 'string', multiple: true },
  out: { type: 'string' },
  base: { type: 'string' },
  head: { type: 'string' },
  live: { type: 'boolean', default: false },
  sandbox: { type: 'string' },
  serve: { type: 'boolean', default: false },
  port: { type: 'string' },
  every: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parseOptions>['values'];

const parseOptions = (args: readonly string[]) =>
  parseArgs({ args: [...args], options, allowPositionals: true });

/** Options that exclude each other, with the reason. */
const conflicts: readonly (readonly [name: keyof Values, other: keyof Values, why: string])[] = [
  ['live', 'base', '--live is about the files as they are, and --base about two commits'],
  ['serve', 'base', '--serve follows the files as they are, and --base is about two commits'],
  ['serve', 'out', '--serve writes no file'],
];

const isGiven = (values: Values, name: keyof Values) =>
  values[name] !== undefined && values[name] !== false;

function checkOptions(values: Values): void {
  const lack = lackingOption((name) => isGiven(values, name));
  if (lack !== undefined) throw new PlanError(lack);
  const conflict = conflicts.find((pair) =>
    pair.slice(0, 2).every((name) => isGiven(values, name as keyof Values)),
  );
  if (conflict !== undefined) throw new PlanError(conflict[2]);
}

/** Largest numbers of options. */
const largest = { port: 65_535, every: 86_400 } as const;

function numberOf(values: Values, name: keyof typeof largest, least: number, usual: number) {
  const text = values[name];
  if (text === undefined) return usual;
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= largest[name]) return number;
  throw new PlanError(`--${name} must be a whole number from ${least} to ${largest[name]}`);
}

function parse(args: readonly string[]): Command {
  const { positionals, values } = parseOptions(args);
  const { base, environment: environments = [], head, help, json, out, sandbox } = values;
  const [action, question = '', ...more] = positionals;
  if (help) return { action: 'help' };
  if (action === 'what-if') {
    const isPage = (['base', 'live', 'out', 'serve'] as const).some((name) =>
      isGiven(values, name),
    );
    if (isPage) throw new PlanError('what-if writes no page');
    return { action, question, values: more, environments, json };
  }
  if (action !== undefined) throw new PlanError(`unknown command "${action}"`);
  if (json) throw new PlanError('--json is for what-if');
  checkOptions(values);
  const live = values.live && { live: { ...(sandbox !== undefined && { sandbox }) } };
  if (values.serve) {
    const port = numberOf(values, 'port', 0, 4_180);
    return {
      action: 'serve',
      environments,
      port,
      seconds: numberOf(values, 'every', 1, 30),
      ...live,
    };
  }
  return {
    action: 'write',
    environments,
    ...(out !== undefined && { out }),
    ...(base !== undefined && { range: { base, head: head ?? 'HEAD' } }),
    ...live,
  };
}

/**
 * Parses the command line.
 *
 * @throws WrongCommandLine with the problem and the usage.
 */
export function parseCommand(args: readonly string[]): Command {
  try {
    return parse(args);
  } catch (error) {
    throw new WrongCommandLine(`${messageOf(error)}\n\n${usage}`);
  }
}
