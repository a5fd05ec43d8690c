// SPDX-License-Identifier: Apache-2.0
import { StoppedError } from './toolchain-error.ts';

/** Exit codes a shell expects of a process that a signal ended. */
const signalCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Runs `work`, and aborts it when this process is asked to end, so that it ends what it has started: Go has a process
 * group of its own, which a terminal's Ctrl-C does not reach.
 *
 * @throws StoppedError when it was aborted; the exit code is then that of the signal.
 */
export async function stopOnSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const handlers = Object.entries(signalCodes).map(([signal, code]) => {
    const handle = () => {
      process.exitCode = code;
      stop.abort();
    };
    process.on(signal, handle);
    return [signal, handle] as const;
  });
  try {
    return await work(stop.signal);
  } catch (error) {
    throw stop.signal.aborted ? new StoppedError() : error;
  } finally {
    for (const [signal, handle] of handlers) process.off(signal, handle);
  }
}
