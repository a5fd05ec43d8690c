// SPDX-License-Identifier: Apache-2.0
import type { Field, Lifecycle, Work } from '@strata/strata-provider/server';
import { flag, isChanged, oneOf, optional, text } from '@strata/strata-provider/server';
import { mapping, textMapping } from './mapping-field.ts';
import type { Ended, Stream } from './run-process.ts';

/** Inputs of both local and remote commands; see the types of @pulumi/command. */
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

/** Output of the last run of a command. */
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

/** Runs one of the commands on the right host. */
export type RunCommand<Inputs> = (
  command: string,
  request: {
    readonly inputs: Inputs;
    /** Environment variables with the output of the last run, as the official plugin sets them. */
    readonly previousOutput: Readonly<Record<string, string>>;
    readonly onLine: (stream: Stream, line: string) => void;
  },
  work: Work,
) => Promise<Ended>;

/** A field for any list, also with nested unknown values. */
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
 * Returns the lifecycle of a command. `create` runs once. Another trigger replaces the resource, which
 * runs `create` and `delete`. Any other change runs `update`, or `create` when there is no `update`.
 * `delete` runs when the resource is deleted. An error of `create` or `update` leaves the state as it
 * was, so that the next run tries again.
 *
 * @param where - words for errors, such as "on 192.0.2.1"; errors never contain the command itself,
 *   because it may contain secrets.
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
    // The output of a command may contain its inputs.
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
