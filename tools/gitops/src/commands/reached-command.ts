// SPDX-License-Identifier: Apache-2.0
import { GitopsError } from '../gitops-error.ts';
import type { Command } from './command.ts';
import { parseOptions } from './parse-arguments.ts';
import { reachedSince, removedWords } from './reached-stacks.ts';

const options = { since: { type: 'string' } } as const;

/** Says which stacks a change can reach, and by which of its files. */
export const reachedCommand: Command = {
  usage: [
    'reached --since COMMIT',
    'the stacks that something changed since that commit can reach, each with the files that reach it;',
    'stacks whose files are removed',
  ],
  run: async (args, { print, progress, workspace }) => {
    const { values } = parseOptions(args, options);
    if (values.since === undefined) throw new GitopsError('say since when: --since COMMIT');
    const { reached, removed } = reachedSince(workspace, values.since, { offline: false });
    if (reached.length + removed.length === 0) {
      progress(`Nothing that changed since ${values.since} reaches a stack.`);
    }
    for (const { files, stack } of reached) print(`${stack.id}: ${files.join(', ')}`);
    for (const stack of removed) print(removedWords(stack));
    return Promise.resolve(0);
  },
};
