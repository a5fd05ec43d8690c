// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Availability of a cluster's API while it was watched. */
export interface Outage {
  /** How often it said that it is ready. */
  readonly answers: number;
  /** The longest time between two such answers, in milliseconds. */
  readonly longestMilliseconds: number;
}

/** Asks again and again, each time by a connection of its own, as new clients do. */
const script = `
  const { existsSync } = require('node:fs');
  const { get } = require('node:https');
  const [host, stop] = process.argv.slice(1);
  let last = Date.now(), longest = 0, answers = 0;
  const heard = () => { longest = Math.max(longest, Date.now() - last); last = Date.now(); };
  const next = () => {
    if (!existsSync(stop)) return setTimeout(ask, 100);
    longest = Math.max(longest, Date.now() - last);
    console.log(JSON.stringify({ answers, longestMilliseconds: longest }));
    process.exit();
  };
  const ask = () => {
    const url = { host, port: 6443, path: '/readyz', agent: false, rejectUnauthorized: false };
    const request = get({ ...url, timeout: 2000 }, (response) => {
      if (response.statusCode === 200) { answers += 1; heard(); }
      response.resume().on('end', next).on('error', () => undefined);
    });
    request.on('timeout', () => request.destroy(new Error('silent'))).on('error', next);
  };
  ask();`;

/** Watches the API of a user cluster at its address, until it is told to stop. */
export function watchApi(session: RackSession, host: string): { stop(): Promise<Outage> } {
  const dir = mkdtempSync(join(tmpdir(), 'strata-watch-'));
  const stopFile = join(dir, 'stop');
  const running = session.capture(['node', '--eval', script, host, stopFile]);
  return {
    stop: async () => {
      writeFileSync(stopFile, '');
      const { stdout, stderr } = await running;
      rmSync(dir, { recursive: true });
      if (stdout === '') throw new Error(`the watch ended: ${stderr}`);
      return JSON.parse(stdout) as Outage;
    },
  };
}
