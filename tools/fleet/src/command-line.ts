// SPDX-License-Identifier: Apache-2.0
import { messageOf, PlanError } from '@strata/plan-check';
import { parseArgs } from 'node:util';
import { questions, usageOf } from './what-if/questions.ts';

/** Help text of the command line. */
export const usage = `Usage: npm run fleet -- [options]
       npm run fleet -- what-if <question> <value>... [options]

  --environment <name>   only this environment; may be given several times
  --out <file>           where the page is written (.strata/fleet.html)
  --base <commit>        with what changes since this commit or branch: before and after
  --head <commit>        with --base: which commit is after (HEAD)
  --json                 with what-if: the answer as JSON
  --help                 this

Writes one HTML file that shows the fleet as the files under stacks/ have it. It asks no cluster,
and the file asks nobody for anything: open it in a browser.

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
}

/** Parsed command of the user. */
export type Command =
  | { readonly action: 'help' }
  | WriteCommand
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
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function parse(args: readonly string[]): Command {
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { base, environment: environments = [], head, help, json, out } = values;
  const [action, question = '', ...more] = positionals;
  if (help) return { action: 'help' };
  if (action === 'what-if') {
    if ((out ?? base ?? head) !== undefined) throw new PlanError('what-if writes no page');
    return { action, question, values: more, environments, json };
  }
  if (action !== undefined) throw new PlanError(`unknown command "${action}"`);
  if (json) throw new PlanError('--json is for what-if');
  if (base === undefined && head !== undefined) throw new PlanError('--head needs --base');
  return {
    action: 'write',
    environments,
    ...(out !== undefined && { out }),
    ...(base !== undefined && { range: { base, head: head ?? 'HEAD' } }),
  };
}

/**
 * Parses the command line.
 *
 * @throws PlanError with the problem and the usage.
 */
export function parseCommand(args: readonly string[]): Command {
  try {
    return parse(args);
  } catch (error) {
    throw new PlanError(`${messageOf(error)}\n\n${usage}`);
  }
}
