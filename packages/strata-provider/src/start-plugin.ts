// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { setImmediate } from 'node:timers/promises';
import { startFunction } from './start-function.ts';

/** How often Node's loop has to turn for a call to be out: two are enough. */
const turns = 4;

/**
 * Has the engine start the plugin now, while the program itself is still to be loaded, and not with the
 * first resource of it, which everything else waits for. If that fails, the first resource says why.
 *
 * @returns once the engine has been asked; while it loads modules, Node would send nothing.
 */
export async function startPlugin(): Promise<void> {
  pulumi.runtime.invoke(startFunction, {}).catch(() => undefined);
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
}
