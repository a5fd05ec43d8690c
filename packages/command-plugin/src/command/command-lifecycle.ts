// SPDX-License-Identifier: Apache-2.0
import type { Field, Lifecycle, Work } from '@strata/strata-provider/server';
import { flag, isChanged, oneOf, optional, text } from '@strata/strata-provider/server';
import { mapping, textMapping } from './mapping-field.ts';
import type { Ended, Stream } from './run-process.ts';

/** What local and remote commands have in common; see the types of @pulumi/command. */
export interface CommandInputs {
  readonly create?: string;
  readonly update?: string;
  readonly delete?: string;
  readonly stdin?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly triggers?: readonly unknown[];
  readonly logging: Logging;
  readonly addPreviousOutputInEnv: boolean;
}

/** What a command printed when it ran last. */
export interface CommandOutputs {
  readonly stdout: string;
  readonly stderr: string;
}

type Logging = 'stdout' | 'stderr' | 'stdoutAndStderr' | 'none';

const loggedStreams: Readonly<Record<Logging, readonly Stream[]>> = {
  stdout: ['stdout'],
  stderr: ['stderr'],
  stdoutAndStderr: ['stdout', 'stderr'],
  none: [],
};

/** Runs one of the commands, wherever that is. */
export type RunCommand<Inputs> = (
  command: string,
  request: {
    readonly inputs: Inputs;
    /** What the official plugin tells a command of its last run. */
    readonly previousOutput: Readonly<Record<string, string>>;
    readonly onLine: (stream: Stream, line: string) => void;
  },
  work: Work,
) => Promise<Ended>;

/** A field that says nothing about its value; nested unknowns and any JSON are fine. */
const anyTriggers: Field = {
  problem: (value) => (Array.isArray(value) ? undefined : 'must be a list'),
};

export const commandFields: Readonly<Record<keyof CommandInputs, Field>> = {
  create: optional(text('a command')),
  update: optional(text('a command')),
  delete: optional(text('a command')),
  stdin: optional({ problem: (value) => (typeof value === 'string' ? undefined : 'must be text') }),
  environment: optional(mapping(textMapping)),
  triggers: optional(anyTriggers),
  logging: oneOf(Object.keys(loggedStreams), 'stdoutAndStderr'),
  addPreviousOutputInEnv: flag(true),
};

/**
 * The life of a command: `create` runs once; another trigger makes another one (`delete`, then
 * `create`); any other change runs `update`, or else `create` again; `delete` runs at the end. An
 * error of `create` or `update` leaves the state as it was, so the next run tries again.
 *
 * @param where - words for errors, such as "on 192.0.2.1"; the command itself is never in them,
 *   because it may hold secrets.
 */
export function commandLifecycle<Inputs extends CommandInputs>(
  fields: Lifecycle<Inputs, CommandOutputs>['fields'],
  run: RunCommand<Inputs>,
  where: (inputs: Inputs) => string,
): Lifecycle<Inputs, CommandOutputs> {
  const execute = async (
    role: 'create' | 'update' | 'delete',
    inputs: Inputs,
    work: Work,
    last?: CommandOutputs,
  ): Promise<CommandOutputs> => {
    const command = inputs[role] ?? (role === 'update' ? inputs.create : undefined);
    if (command === undefined) return { stdout: '', stderr: '' };
    const streams = loggedStreams[inputs.logging];
    const onLine = (stream: Stream, line: string) => {
      if (streams.includes(stream)) work.info(line);
    };
    const previousOutput: Readonly<Record<string, string>> =
      last !== undefined && inputs.addPreviousOutputInEnv
        ? { PULUMI_COMMAND_STDOUT: last.stdout, PULUMI_COMMAND_STDERR: last.stderr }
        : {};
    const ended = await run(command, { inputs, previousOutput, onLine }, work);
    if (ended.exitCode === 0) return { stdout: ended.stdout, stderr: ended.stderr };
    const said = ended.stderr === '' ? ended.stdout : ended.stderr;
    throw new Error(
      `the ${role} command ${where(inputs)} ended with exit code ${ended.exitCode}` +
        (said === '' ? '' : `:\n${said}`),
    );
  };
  return {
    fields,
    outputs: ['stdout', 'stderr'],
    secretOutputs: [],
    // What a command prints is made of what it was told.
    passesSecretsOn: true,
    replacedBy: ['triggers'],
    renews: (next, before) =>
      isChanged(next, before.inputs, Object.keys(fields) as (keyof Inputs)[])
        ? ['stdout', 'stderr']
        : [],
    create: async (inputs, work, before) =>
      before === undefined
        ? execute('create', inputs, work)
        : execute('update', inputs, work, before.outputs),
    delete: async ({ inputs, outputs }, work) => {
      await execute('delete', inputs, work, outputs);
    },
  };
}
