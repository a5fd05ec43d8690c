// SPDX-License-Identifier: Apache-2.0
import { readKubeconfig } from '@strata/cluster-client';
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Results of a client that lists pods ten times a second. */
export interface Listed {
  readonly answers: number;
  /** Requests without an answer: no API server was there, or it went away. */
  readonly away: number;
  /** Reasons of all other failures: a certificate that one side does not trust, or another status. */
  readonly refused: readonly string[];
}

/** Lists pods by a connection of its own each time, as new clients do. */
const script = `
  const { existsSync, readFileSync } = require('node:fs');
  const { get } = require('node:https');
  const [file, stop] = process.argv.slice(1);
  const { server, ca, cert, key } = JSON.parse(readFileSync(file, 'utf8'));
  const seen = { answers: 0, away: 0, refused: [] };
  const isAway = (error) => /ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|silent|socket hang up/.test(error.code + error.message);
  const ask = () => {
    const options = { ca, cert, key, agent: false, timeout: 5000 };
    let isCounted = false;
    const count = (what, reason) => {
      if (isCounted) return;
      isCounted = true;
      if (what === 'refused') seen.refused.push(reason); else seen[what] += 1;
    };
    const url = server + '/api/v1/namespaces/kube-system/pods';
    const request = get(url, options, (response) => {
      const { statusCode } = response;
      // An API server that starts or stops says so.
      if (statusCode === 200) count('answers');
      else if (statusCode >= 500) count('away');
      else count('refused', 'HTTP ' + statusCode);
      response.on('error', () => undefined).resume();
    });
    request.on('timeout', () => request.destroy(new Error('silent')));
    request.on('error', (error) => count(isAway(error) ? 'away' : 'refused', error.code || error.message));
  };
  const timer = setInterval(() => {
    if (!existsSync(stop)) return ask();
    clearInterval(timer);
    setTimeout(() => { console.log(JSON.stringify(seen)); process.exit(); }, 6000);
  }, 100);`;

/** Lists pods of a user cluster with a kubeconfig as it is now, until it is told to stop. */
export async function listPods(
  session: RackSession,
  kubeconfig: string,
): Promise<{ stop(): Promise<Listed> }> {
  const dir = mkdtempSync(join(tmpdir(), 'strata-lister-'));
  const [file, stopFile] = [join(dir, 'access'), join(dir, 'stop')];
  const { options, server } = await readKubeconfig(readFileSync(kubeconfig, 'utf8'));
  const pem = (value: unknown) => String(value);
  const { ca, cert, key } = options;
  const access = { server, ca: pem(ca), cert: pem(cert), key: pem(key) };
  writeFileSync(file, JSON.stringify(access), { mode: 0o600 });
  const running = session.capture(['node', '--eval', script, file, stopFile]);
  return {
    stop: async () => {
      writeFileSync(stopFile, '');
      const { stdout, stderr } = await running;
      rmSync(dir, { recursive: true });
      if (stdout === '') throw new Error(`the client ended: ${stderr}`);
      return JSON.parse(stdout) as Listed;
    },
  };
}
