// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { setImmediate } from 'node:timers/promises';
import { startFunction } from './start-function.ts';

/** Turns of Node's event loop until a call is sent; two are enough. */
const turns = 4;

/**
 * Makes the engine start the plugin while the program is still loading its modules, instead of with
 * the plugin's first resource, which all others wait for. If the start fails, that resource reports
 * why.
 *
 * @returns once the call is sent; Node would not send it while it loads modules.
 */
export async function startPlugin(): Promise<void> {
  pulumi.runtime.invoke(startFunction, {}).catch(() => undefined);
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
}
