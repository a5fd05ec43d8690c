// SPDX-License-Identifier: Apache-2.0
import { GitopsError } from '../gitops-error.ts';
import { pulumi } from '../run/pulumi-process.ts';
import { pulumiContext } from '../run/stack-run.ts';
import { findStack } from '../run/workspace.ts';
import type { Command } from './command.ts';
import { parseOptions } from './parse-arguments.ts';

/** Maximal number of arguments for Pulumi; more is a mistake. */
const mostArguments = 50;

/** Runs a command of Pulumi's own for one stack, with the backend and the key of its environment. */
export const pulumiCommand: Command = {
  usage: [
    'pulumi --stack ID -- ARGUMENT ...',
    "a command of Pulumi's own for one stack, such as `-- refresh --yes --skip-preview`: with the backend",
    'and the key of its environment, and with temporary files that go with the run',
  ],
  run: async (args, context) => {
    const options = { stack: { type: 'string' } } as const;
    const { positionals, values } = parseOptions(args, options, { least: 1, most: mostArguments });
    if (values.stack === undefined) throw new GitopsError('--stack is missing');
    const stack = findStack(context.workspace, values.stack);
    const all = [...positionals, '--stack', stack.stack];
    const { code, stderr, stdout } = await pulumi(all, pulumiContext(context, stack));
    if (stdout.trim() !== '') context.print(stdout.trimEnd());
    if (stderr.trim() !== '') context.progress(stderr.trimEnd());
    return code;
  },
};
