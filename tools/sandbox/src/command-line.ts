// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { instanceOptions, optionLines, settingOptions } from './setting-options.ts';
import type { SettingsChange } from './settings.ts';
import { WrongCommandLine } from './user-error.ts';

/** Commands and their descriptions, in the order of the help. */
const commands = {
  start: 'bring the sandbox up and run "pulumi up" for its three stacks',
  up: 'bring the sandbox up, or mend it',
  down: 'take it down; its state stays',
  status: 'show what runs in it (--json)',
  logs: 'show the log of a component or pod (-f to follow); list all logs without a name',
  exec: 'run a command inside the rack: exec kubectl get nodes',
  shell: 'open a shell inside the rack',
  forward: 'reach an address of the rack from outside: forward [10.244.240.10:443] [--port N]',
  reset: 'take it down and delete its state',
} as const;

export type CommandName = keyof typeof commands;

const options = {
  name: { type: 'string' },
  'state-dir': { type: 'string' },
  hosts: { type: 'string' },
  'host-cpu': { type: 'string' },
  'host-memory-gib': { type: 'string' },
  'host-cpu-models': { type: 'string' },
  zones: { type: 'string' },
  bridges: { type: 'string' },
  kubernetes: { type: 'string' },
  'guest-kubernetes': { type: 'string' },
  releases: { type: 'string' },
  port: { type: 'string' },
  json: { type: 'boolean' },
  follow: { type: 'boolean', short: 'f' },
  tour: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** A parsed command line. */
export interface CommandLine {
  readonly command: CommandName | 'help';
  readonly name?: string;
  readonly stateDir?: string;
  readonly settings: SettingsChange;
  readonly port?: number;
  readonly json: boolean;
  readonly follow: boolean;
  /** Whether `start` shows the tour even if this checkout has shown it before. */
  readonly tour: boolean;
  /** Arguments after the command that are not options; for exec, all arguments, unchanged. */
  readonly rest: readonly string[];
}

/**
 * Parses the command line. All arguments after `exec COMMAND` belong to that command.
 *
 * @throws WrongCommandLine for an unknown command or option.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const execAt = execIndex(args);
  const own = execAt === -1 ? args : args.slice(0, execAt + 1);
  const behind = execAt === -1 ? [] : args.slice(execAt + 1);
  const { values, positionals } = parse(own);
  const [command, ...rest] = positionals;
  const known = command !== undefined && Object.hasOwn(commands, command);
  if (!known && command !== undefined && values.help !== true) {
    throw new WrongCommandLine(`Unknown command "${command}".\n\n${usage()}`);
  }
  return {
    command: known && values.help !== true ? (command as CommandName) : 'help',
    ...(values.name !== undefined && { name: values.name }),
    ...(values['state-dir'] !== undefined && { stateDir: values['state-dir'] }),
    settings: {
      hosts: optionalNumber(values.hosts),
      hostCpu: optionalNumber(values['host-cpu']),
      hostMemoryGiB: optionalNumber(values['host-memory-gib']),
      hostCpuModels: values['host-cpu-models']?.split(','),
      zones: values.zones?.split(','),
      bridges: values.bridges?.split(','),
      kubernetes: values.kubernetes,
      guestKubernetes: values['guest-kubernetes']?.split(','),
      releases: values.releases?.split(','),
    },
    ...(values.port !== undefined && { port: portNumber(values.port) }),
    json: values.json ?? false,
    follow: values.follow ?? false,
    tour: values.tour ?? false,
    rest: [...rest, ...(behind[0] === '--' ? behind.slice(1) : behind)],
  };
}

/** Returns the index of the command `exec`; -1 for other commands. A value of an option is no command. */
function execIndex(args: readonly string[]): number {
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const command = tokens.find(({ kind }) => kind === 'positional');
  return command !== undefined && args[command.index] === 'exec' ? command.index : -1;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new WrongCommandLine(`${(error as Error).message}\n\n${usage()}`);
  }
}

/**
 * Returns the number that the text is, otherwise the text itself, which the validation then
 * rejects.
 */
function optionalNumber(text: string | undefined): number | string | undefined {
  return text === undefined || !/^\d+$/.test(text) ? text : Number(text);
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new WrongCommandLine(`--port: "${text}" is not a port: use a number from 0 to 65535.`);
  }
  return port;
}

/** Returns the text of the help. */
export function usage(): string {
  const lines = Object.entries(commands).map(([name, what]) => `  ${name.padEnd(8)}  ${what}`);
  return [
    'Usage: npm run sandbox -- COMMAND [OPTIONS]',
    '',
    ...lines,
    '',
    'Options:',
    ...optionLines(instanceOptions),
    `  ${'--tour'.padEnd(22)} start: show the tour again`,
    '',
    'What it is made of, kept for the next time:',
    ...optionLines(settingOptions),
  ].join('\n');
}
