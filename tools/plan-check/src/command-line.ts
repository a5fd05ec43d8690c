// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import { parseArgs } from 'node:util';
import { PlanError } from './report.ts';

/** What the command line says when asked. */
export const usage = `Usage: node tools/plan-check/src/main.ts <command> [options]

  check
      every overlap in the files of all environments (npx nx run plan-check:check-plan)

  blast-radius [preview.json ...] [--json]
      what previews do, and whether it is more than stacks/blast-radius/<environment>.yaml allows;
      without a file, one preview (pulumi preview --json) from the standard input

  help
      this`;

/** What the user asked for. */
export type Command =
  | { readonly action: 'check' | 'help' }
  | { readonly action: 'blast-radius'; readonly files: readonly string[]; readonly json: boolean };

type Options = Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>;

/** What may stand behind each command. */
const options: Readonly<Record<Command['action'], Options>> = {
  help: {},
  check: {},
  'blast-radius': { json: { type: 'boolean' } },
};

function refuse(message: string): never {
  throw new PlanError(`${message}\n\n${usage}`);
}

function isAction(name: string): name is Command['action'] {
  return Object.hasOwn(options, name);
}

function parse(action: Command['action'], args: readonly string[]) {
  try {
    const parsed = parseArgs({
      args: [...args],
      options: options[action],
      allowPositionals: action === 'blast-radius',
    });
    return { files: parsed.positionals, values: parsed.values };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/** @throws PlanError with what is wrong, and the usage. */
export function parseCommand([name = 'help', ...args]: readonly string[]): Command {
  if (!isAction(name)) {
    return refuse(`unknown command "${name}"; ${suggestion(name, Object.keys(options))}`);
  }
  const { files, values } = parse(name, args);
  if (name === 'blast-radius') return { action: name, files, json: values.json === true };
  return { action: name };
}
