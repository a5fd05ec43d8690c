// SPDX-License-Identifier: Apache-2.0
import { anyList, optional, text } from '@strata/strata-provider/server';
import {
  commandFields,
  commandLifecycle,
  type CommandInputs,
} from '../command/command-lifecycle.ts';
import { runProcess } from '../command/run-process.ts';

/** Inputs of `local.Command` of @pulumi/command, without archives and assets as outputs. */
export interface LocalCommandInputs extends CommandInputs {
  readonly dir?: string;
  readonly interpreter: readonly string[];
}

/** Lifecycle of `local.Command`: runs commands on the computer that runs Pulumi. */
export const localCommandLifecycle = commandLifecycle<LocalCommandInputs>(
  {
    ...commandFields,
    dir: optional(text('a folder')),
    interpreter: { ...anyList(text('text')), fallback: ['/bin/sh', '-c'] },
  },
  async (command, { inputs, previousOutput, onLine }, { signal }) => {
    const { dir, stdin, environment, interpreter } = inputs;
    const [file = '/bin/sh', ...args] = interpreter;
    const env = { ...process.env, ...previousOutput, ...environment };
    const program = { file, args: [...args, command], env };
    const extras = { ...(dir !== undefined && { dir }), ...(stdin !== undefined && { stdin }) };
    return runProcess({ ...program, ...extras }, signal, onLine);
  },
  () => 'on this machine',
);
