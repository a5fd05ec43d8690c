// SPDX-License-Identifier: Apache-2.0
import { messageOf, PlanError } from '@strata/plan-check';
import { parseArgs } from 'node:util';

/** Help text of the command line. */
export const usage = `Usage: npm run fleet -- [options]

  --environment <name>   only this environment; may be given several times
  --out <file>           where the page is written (.strata/fleet.html)
  --help                 this

Writes one HTML file that shows the fleet as the files under stacks/ have it. It asks no cluster,
and the file asks nobody for anything: open it in a browser.`;

/** Parsed command of the user. */
export type Command =
  | { readonly action: 'help' }
  | {
      readonly action: 'write';
      /** Names of environments; empty means all. */
      readonly environments: readonly string[];
      readonly out: string;
    };

/**
 * Parses the command line.
 *
 * @throws PlanError with the problem and the usage.
 */
export function parseCommand(args: readonly string[]): Command {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        environment: { type: 'string', multiple: true, default: [] },
        out: { type: 'string', default: '.strata/fleet.html' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return { action: 'help' };
    return { action: 'write', environments: values.environment, out: values.out };
  } catch (error) {
    throw new PlanError(`${messageOf(error)}\n\n${usage}`);
  }
}
