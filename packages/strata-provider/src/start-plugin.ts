// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { startFunction } from './start-function.ts';

/**
 * Has the engine start the plugin now, while a program still reads what it is told, and not with the
 * first resource of it, which everything else waits for. If that fails, the first resource says why.
 */
export function startPlugin(): void {
  pulumi.runtime.invoke(startFunction, {}).catch(() => undefined);
}
