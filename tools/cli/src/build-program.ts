// SPDX-License-Identifier: Apache-2.0
import { Argument, Command, Option } from 'commander';
import { groups } from './command.ts';
import type { ArgumentSpec, CommandSpec, OptionSpec } from './command.ts';
import { Input } from './input.ts';
import type { Mode } from './run-command.ts';

/** Carries out one command. @returns its exit code. */
export type Carry = (spec: CommandSpec, input: Input, mode: Mode) => Promise<number>;

const modeOptions: readonly OptionSpec[] = [
  { name: 'verbose', short: 'v', text: 'show every command that is run, to copy' },
  { name: 'print', text: 'show the commands and run none of them' },
];

const exitCodes = { 0: 'it went well', 1: 'it failed', 2: 'the command line is wrong' } as const;

function argumentOf({ isMany = false, isOptional = false, name, text }: ArgumentSpec): Argument {
  const inside = isMany ? `${name}...` : name;
  return new Argument(isOptional ? `[${inside}]` : `<${inside}>`, text);
}

const collect = (value: string, all: readonly string[] | undefined) => [...(all ?? []), value];

function optionOf({ choices, isMany = false, name, short, text, value }: OptionSpec): Option {
  const flags = [
    ...(short === undefined ? [] : [`-${short}`]),
    value === undefined ? `--${name}` : `--${name} <${value}>`,
  ].join(', ');
  const option = new Option(flags, text);
  if (choices !== undefined) option.choices([...choices]);
  if (isMany) option.argParser<readonly string[]>(collect);
  return option;
}

/** Of commander's values, which it names in its own way. */
function inputOf(spec: CommandSpec, command: Command): Input {
  const given = command.processedArgs as unknown[];
  const args = (spec.arguments ?? []).map(({ name }, index) => [name, given[index]] as const);
  const values: Readonly<Record<string, unknown>> = command.opts();
  const options = command.options.map((one) => {
    const value = values[one.attributeName()];
    // To commander, --no-update-runs is an option that is true until somebody says no.
    return [(one.long ?? '').slice(2), one.negate ? value === false : value] as const;
  });
  return new Input(Object.fromEntries(args), Object.fromEntries(options));
}

function afterHelp({ details, examples, exitCodes: own = {} }: CommandSpec): string {
  const codes = Object.entries({ ...exitCodes, ...own }).map(([code, what]) => `${code} ${what}`);
  return [
    ...(details === undefined ? [] : ['', details]),
    '',
    'Examples:',
    ...examples.map((example) => `  npx strata ${example}`),
    '',
    `Exit codes: ${codes.join(', ')}; others are those of the program that is run.`,
  ].join('\n');
}

function addCommand(parent: Command, spec: CommandSpec, carry: Carry): void {
  const command = parent.command(spec.name.split(' ').at(-1) ?? '').description(spec.summary);
  if (parent.parent === null) command.helpGroup(`${spec.group}:`);
  for (const one of spec.arguments ?? []) command.addArgument(argumentOf(one));
  for (const one of [...(spec.options ?? []), ...modeOptions]) command.addOption(optionOf(one));
  if (spec.passesThrough === true) command.allowUnknownOption().passThroughOptions();
  command.addHelpText('after', afterHelp(spec));
  command.action(async () => {
    const { print = false, verbose = false } = command.opts<Record<string, boolean>>();
    const input = inputOf(spec, command);
    process.exitCode = await carry(spec, input, { isVerbose: verbose, isPrinted: print });
  });
}

/** As people type it: without options, and with all words that may follow. */
function termOf(command: Command): string {
  const words = command.commands.map((one) => one.name()).join('|');
  const args = command.registeredArguments.map((one) => {
    const inside = `${one.name()}${one.variadic ? '...' : ''}`;
    return one.required ? `<${inside}>` : `[${inside}]`;
  });
  return [command.name(), ...(words === '' ? args : [words])].join(' ');
}

const afterAll = `
The environment and the cluster stand in the same place everywhere: npx strata up production shop.
For the environment "sandbox" commands are run inside the sandbox. With --verbose each command shows
what it runs: the same commands of pulumi, nx and kubectl work without it.

Exit codes: 0 it went well, 1 it failed, 2 the command line is wrong; others are those of the program
that is run.`;

/**
 * The program of commander for a table of commands.
 *
 * @param parents - what words in front of several commands mean.
 * @param version - of Strata.
 */
export function buildProgram(
  table: readonly CommandSpec[],
  parents: Readonly<Record<string, string>>,
  carry: Carry,
  version = '0.0.0',
): Command {
  const program = new Command('strata')
    .description('One command in front of everything a person does in this repository.')
    .usage('<command> [environment] [cluster] [options]')
    .version(version, '-V, --version', 'the version of Strata')
    .helpOption('-h, --help', 'this help, or that of a command')
    .enablePositionalOptions()
    .helpCommand(false)
    .configureHelp({ subcommandTerm: termOf })
    .addHelpText('after', afterAll)
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  for (const group of groups) program.commandsGroup(`${group}:`);
  const above = new Map<string, Command>();
  for (const spec of table) {
    const [word = '', more] = spec.name.split(' ');
    if (more === undefined) addCommand(program, spec, carry);
    else {
      const parent =
        above.get(word) ??
        program
          .command(word)
          .description(parents[word] ?? '')
          .helpCommand(false)
          .helpGroup(`${spec.group}:`);
      above.set(word, parent);
      addCommand(parent, spec, carry);
    }
  }
  program.commandsGroup('This machine:');
  return program;
}
