// SPDX-License-Identifier: Apache-2.0
import type { Report } from '@strata/toolchain';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { withLock } from '../instance-lock.ts';
import type { Instance } from '../instance.ts';
import { UserError } from '../user-error.ts';
import { stopRack } from './down.ts';

/**
 * Stops the sandbox and deletes all its state: the cluster, its stacks and its logs. When it is interrupted, the
 * sandbox is there as a whole or not at all; the next reset deletes what is left.
 */
export async function reset(instance: Instance, report: Report): Promise<void> {
  // No sandbox has a dot in its name, and nobody else names a folder so.
  const leaving = `${instance.dir}.deleted-sandbox`;
  rmSync(leaving, { recursive: true, force: true });
  if (!existsSync(instance.dir)) {
    report.line(`There is no sandbox ${instance.name}.`);
    return;
  }
  if (!existsSync(instance.settingsFile)) {
    throw new UserError(
      `${instance.dir} does not look like a sandbox (it has no sandbox.json): nothing was deleted.`,
    );
  }
  const setAside = async () => {
    await stopRack(instance, report);
    renameSync(instance.dir, leaving);
  };
  await withLock(instance, setAside, { freesSpace: true });
  rmSync(leaving, { recursive: true, force: true });
  report.line(`Sandbox ${instance.name} is deleted, with all its state.`);
}
