// SPDX-License-Identifier: Apache-2.0
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns whether a URL answers 200 within a second. Does not check certificates: only whether the
 * server is alive.
 */
export async function isReady(url: string): Promise<boolean> {
  const get = url.startsWith('https:') ? httpsGet : httpGet;
  return new Promise((resolve) => {
    const options = { timeout: 1_000, rejectUnauthorized: false, agent: false } as const;
    const outgoing = get(url, options, (incoming) => {
      incoming.resume();
      resolve(incoming.statusCode === 200);
    });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve(false));
  });
}

/**
 * Waits until `check` holds.
 *
 * @param limit - Milliseconds to wait at most.
 * @param hopeless - Returns why it is pointless to wait any longer; undefined while it is not.
 * @throws Error that names `what` when the time is over or waiting is hopeless.
 */
export async function waitUntil(
  check: () => Promise<boolean>,
  what: string,
  limit: number,
  hopeless: () => string | undefined = () => undefined,
): Promise<void> {
  const deadline = Date.now() + limit;
  while (!(await check())) {
    const reason = hopeless();
    if (reason !== undefined) throw new Error(`${what} ${reason}`);
    if (Date.now() > deadline) {
      throw new Error(`${what} was not ready after ${Math.round(limit / 1_000)} s`);
    }
    await sleep(50);
  }
}
