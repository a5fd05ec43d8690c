// SPDX-License-Identifier: Apache-2.0
import {
  commandFields,
  commandLifecycle,
  type CommandInputs,
} from '../command/command-lifecycle.ts';
import { connectionField, type ConnectionInputs } from './connection.ts';
import { runOverSsh } from './ssh-session.ts';

/** Inputs of `remote.Command` of @pulumi/command. */
export interface RemoteCommandInputs extends CommandInputs {
  readonly connection: ConnectionInputs;
}

/** Lifecycle of `remote.Command`: runs commands on another host. */
export const remoteCommandLifecycle = commandLifecycle<RemoteCommandInputs>(
  { ...commandFields, connection: connectionField },
  async (command, { inputs, previousOutput, onLine }, work) => {
    const { connection, stdin, environment = {} } = inputs;
    const request = {
      command: `${arrivalChecks(Object.keys(environment))}${command}`,
      environment: { ...previousOutput, ...environment },
      onLine,
    };
    return runOverSsh(connection, stdin === undefined ? request : { ...request, stdin }, work);
  },
  ({ connection }) => `on ${connection.host}`,
);

/** Renders shell that fails when an environment variable is missing: a server silently drops variables that its AcceptEnv does not name. */
function arrivalChecks(names: readonly string[]): string {
  return names
    .map(
      (name) =>
        `[ "\${${name}+x}" ] || { echo "the SSH server does not take the environment variable ` +
        `${name}: name it in AcceptEnv of its sshd_config" >&2; exit 1; }; `,
    )
    .join('');
}
