// SPDX-License-Identifier: Apache-2.0
import type { Report } from '@strata/toolchain';
import { existsSync, rmSync } from 'node:fs';
import { withLock } from '../instance-lock.ts';
import type { Instance } from '../instance.ts';
import { UserError } from '../user-error.ts';
import { stopRack } from './down.ts';

/** Stops the sandbox and deletes all its state: the cluster, its stacks and its logs. */
export async function reset(instance: Instance, report: Report): Promise<void> {
  if (!existsSync(instance.dir)) {
    report.line(`There is no sandbox ${instance.name}.`);
    return;
  }
  if (!existsSync(instance.settingsFile)) {
    throw new UserError(
      `${instance.dir} does not look like a sandbox (it has no sandbox.json): nothing was deleted.`,
    );
  }
  await withLock(instance, async () => {
    await stopRack(instance, report);
    rmSync(instance.dir, { recursive: true, force: true });
  });
  report.line(`Sandbox ${instance.name} is deleted, with all its state.`);
}
