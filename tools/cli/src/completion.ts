// SPDX-License-Identifier: Apache-2.0
import addTab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import type { Repository } from './repository.ts';

/** The word behind the name of a command, on a command line that is being completed. */
function wordBehind(name: string, args: readonly string[]): string | undefined {
  const words = args.slice(args.indexOf('--') + 1).filter((word) => !word.startsWith('-'));
  return words[name.split(' ').length];
}

/**
 * Adds `complete`, which prints a script for a shell and answers it. Names of environments and of
 * clusters are completed from the files under `stacks/`.
 *
 * @param args - the command line.
 */
export function addCompletion(
  program: Command,
  repository: Repository,
  args: readonly string[],
): void {
  const completion = addTab(program);
  const own = program.commands.find((one) => one.name() === 'complete');
  own?.description('print a script that completes commands and names in a shell');
  for (const [name, command] of completion.commands) {
    const environment = command.arguments.get('environment');
    if (environment !== undefined) {
      environment.handler = (complete) => {
        for (const one of repository.environments) complete(one, 'environment');
      };
    }
    const cluster = command.arguments.get('cluster');
    if (cluster !== undefined) {
      cluster.handler = (complete) => {
        const typed = wordBehind(name, args);
        const clusters = typed === undefined ? [] : repository.clusters(typed);
        for (const one of clusters) complete(one, 'user cluster');
      };
    }
  }
}
