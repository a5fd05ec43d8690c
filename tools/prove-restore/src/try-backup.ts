// SPDX-License-Identifier: Apache-2.0
import {
  ApiError,
  launchApi,
  Programs,
  startEtcd,
  writeClusterCertificates,
} from '@strata/user-cluster/restored';
import type { StartedApi } from '@strata/user-cluster/restored';
import { join } from 'node:path';
import type { FoundBackup } from './find-backup.ts';
import { freePorts } from './free-ports.ts';
import { findObjects } from './objects/find-objects.ts';
import type { FoundCluster } from './objects/found-cluster.ts';
import { dataOf, restoreBackup } from './restore-backup.ts';
import type { Restic } from './restic.ts';
import type { UsedTools } from './tools-of.ts';

/** What a trial needs. */
export interface Trial {
  readonly restic: Restic;
  readonly backup: FoundBackup;
  readonly tools: UsedTools;
  /** Folder that nobody else can read; the caller removes it. */
  readonly folder: string;
  readonly encryptionKey: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
}

/** What a trial has found. */
export interface Tried {
  readonly mismatches: readonly string[];
  /** Undefined when there is nothing to look at. */
  readonly found?: FoundCluster;
}

/** Milliseconds until the API server must answer, and until it must be ready. */
const patience = { answer: 120_000, ready: 60_000 };

/** Checks of `/readyz?verbose` that fail: `[-]name failed: reason withheld`. */
const failedCheck = /^\[-\](\S+)/gm;

function failedChecks(error: unknown): string[] {
  const text = error instanceof ApiError ? error.message : '';
  return [...text.matchAll(failedCheck)].map(([, name = '']) => name);
}

/** Waits until the API server is ready. @returns what is wrong; undefined when nothing is. */
async function waitUntilReady({ client, server }: StartedApi): Promise<string | undefined> {
  await server.ready(async () => (await client.get('/livez/ping')) === 'ok', patience.answer);
  let failed: string[] = [];
  const ask = async () => {
    try {
      await client.get('/readyz?verbose');
      return true;
    } catch (error) {
      failed = failedChecks(error);
      return false;
    }
  };
  try {
    await server.ready(ask, patience.ready);
    return undefined;
  } catch {
    if (server.hasEnded) return 'the API server has ended by itself';
    return `the API server is not ready after ${patience.ready / 1_000} s: ${failed.join(', ')}`;
  }
}

/** Looks at what is there although the server says that it is not ready: that names the reason. */
async function look(api: StartedApi, since: number): Promise<Tried> {
  const wrong = await waitUntilReady(api);
  const mismatches = wrong === undefined ? [] : [wrong];
  if (api.server.hasEnded) return { mismatches };
  return { mismatches, found: await findObjects(api.client, since) };
}

/**
 * Restores a backup into an etcd and an API server on loopback, and lists what is there. Both have ended
 * when this returns, and at once when the signal is aborted.
 *
 * @throws Error when a program does not start.
 */
export async function tryBackup(trial: Trial): Promise<Tried> {
  const { backup, encryptionKey, env, folder, restic, signal, tools } = trial;
  const { api: port, ...ports } = await freePorts();
  const place = { folder, ports, etcdutl: tools.etcdutl.path, env, signal };
  const wrong = await restoreBackup(restic, backup, place);
  signal.throwIfAborted();
  if (wrong !== undefined) return { mismatches: [wrong] };
  const pki = join(folder, 'pki');
  await writeClusterCertificates(pki);
  const programs = new Programs();
  const stop = () => void programs.stopAll();
  signal.addEventListener('abort', stop);
  try {
    startEtcd(programs, { program: tools.etcd.path, data: dataOf(place), pki, ports });
    const since = Date.now();
    const api = launchApi(programs, {
      program: tools.apiServer.path,
      folder: join(folder, 'api'),
      pki,
      etcd: ports,
      port,
      encryptionKey,
    });
    return await look(api, since);
  } finally {
    signal.removeEventListener('abort', stop);
    await programs.stopAll();
  }
}
