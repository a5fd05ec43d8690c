// SPDX-License-Identifier: Apache-2.0
import { flushCompileCache } from 'node:module';
import { exitCodes, Fatal } from './fatal.ts';
import { klog, messageOf } from './log.ts';

/** Something that runs until it is told to stop. */
export interface Running {
  stop(): void;
}

/**
 * Runs a stand-in as a program: until a signal asks it to stop, or with the message and the exit
 * code that upstream has for a wrong start.
 */
export async function runProcess(start: () => Running | Promise<Running>): Promise<void> {
  try {
    const running = await start();
    // Whoever starts next finds it compiled and needs a third less memory, even after a SIGKILL.
    flushCompileCache();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        running.stop();
        process.exit(0);
      });
    }
  } catch (error) {
    klog.error(messageOf(error));
    process.exit(error instanceof Fatal ? error.exitCode : exitCodes.failure);
  }
}
