// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import { parseArgs } from 'node:util';
import { PlanError } from './report.ts';

/** What the command line of `plan-check` says when asked. */
export const usage = `Usage: node tools/plan-check/src/main.ts <command> [options]

  check    every overlap in the files of all environments (npx nx run plan-check:check-plan)
  help     this`;

/** What the user asked for. */
export interface Command {
  readonly action: 'check' | 'help';
}

const actions = ['check', 'help'] as const;

/** @throws PlanError with what is wrong, and the usage. */
export function parseCommand(args: readonly string[]): Command {
  const refuse = (message: string): never => {
    throw new PlanError(`${message}\n\n${usage}`);
  };
  try {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    const [name = 'help'] = positionals;
    const action = actions.find((one) => one === name);
    return action === undefined
      ? refuse(`unknown command "${name}"; ${suggestion(name, actions)}`)
      : { action };
  } catch (error) {
    if (error instanceof PlanError) throw error;
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
