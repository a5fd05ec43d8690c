// SPDX-License-Identifier: Apache-2.0
import type { Command, CommanderError } from 'commander';
import type { Repository } from './repository.ts';

/** The deepest command that the words on the command line name. */
function commandOf(program: Command, args: readonly string[]): Command {
  const [word, ...rest] = args;
  const found = program.commands.find((one) => one.name() === word);
  return found === undefined ? program : commandOf(found, rest);
}

const nameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;

/**
 * Returns the valid choices if the environment is missing or a command does not exist; otherwise
 * none.
 */
function known(
  { code, message }: CommanderError,
  command: Command,
  repository: Repository,
): string[] {
  if (code === 'commander.missingArgument' && message.includes("'environment'")) {
    return [`Environments: ${repository.environments.join(', ')}`];
  }
  if (code !== 'commander.unknownCommand') return [];
  const names = command.commands.map((one) => one.name());
  return [`Commands of ${nameOf(command)}: ${names.join(', ')}`];
}

/**
 * Returns an explanation of a wrong command line: the problem, the valid choices, and where to find
 * help.
 */
export function explainUsage(
  error: CommanderError,
  program: Command,
  args: readonly string[],
  repository: Repository,
): string {
  const command = commandOf(program, args);
  const { code, message } = error;
  // Its help stands above.
  if (code === 'commander.help')
    return `\n"${nameOf(command)}" needs one of its commands behind it.`;
  return [
    message.replace(/^error: /, '').replace(/\n\(/, ' ('),
    ...known(error, command, repository),
    `See: npx ${nameOf(command)} --help`,
  ].join('\n');
}
