// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { Fatal } from './fatal.ts';
import type { Log } from './log.ts';

/** Waits until a look brings something. @throws Error after five seconds. */
export async function eventually<T>(look: () => T | undefined | false): Promise<T> {
  for (let tries = 0; tries < 500; tries += 1) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    await sleep(10);
  }
  throw new Error('it never came');
}

/** Long enough for what should not happen to happen, in tests. */
export async function aMoment(): Promise<void> {
  await sleep(150);
}

/** A log that tests can read. */
export function recordLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const take = (message: string) => void lines.push(message);
  return { lines, info: take, warning: take, error: take };
}

/** With what a program would end. @throws Error when it would not. */
export function fatalOf(work: () => unknown): { message: string; exitCode: number } {
  try {
    work();
  } catch (error) {
    if (error instanceof Fatal) return { message: error.message, exitCode: error.exitCode };
    throw error;
  }
  throw new Error('it did not end');
}
