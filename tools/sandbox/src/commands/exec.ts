// SPDX-License-Identifier: Apache-2.0
import { resolveToolchain } from '@strata/toolchain';
import { requireReady } from '../control-client.ts';
import type { Instance } from '../instance.ts';
import { RackSession } from '../rack/session.ts';
import { requiredTools } from '../required-tools.ts';
import { resolveSettings } from '../settings.ts';
import { UserError } from '../user-error.ts';

/** Runs a command inside the rack, where it can reach the API server; returns its exit code. */
export async function exec(instance: Instance, command: readonly string[]): Promise<number> {
  if (command.length === 0) {
    throw new UserError('Say what to run, for example: npx strata exec kubectl get nodes');
  }
  const { supervisorPid } = await requireReady(instance);
  const session = await RackSession.open(
    instance,
    await resolveToolchain({ tools: requiredTools(resolveSettings(instance)) }),
    supervisorPid,
  );
  return session.run(command);
}

/** Opens the user's shell inside the rack; returns its exit code. */
export async function shell(instance: Instance): Promise<number> {
  console.log(
    `In the rack of sandbox ${instance.name}: kubectl and pulumi work on it. Leave with "exit".`,
  );
  return exec(instance, [process.env.SHELL ?? '/bin/sh']);
}
