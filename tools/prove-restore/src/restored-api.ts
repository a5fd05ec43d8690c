// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import {
  launchApi,
  Programs,
  startEtcd,
  writeClusterCertificates,
} from '@strata/user-cluster/restored';
import type { EncryptionKey } from '@strata/user-cluster/restored';
import { join } from 'node:path';
import type { FoundBackup } from './find-backup.ts';
import { freePorts } from './free-ports.ts';
import type { Tell } from './progress.ts';
import { dataOf, restoreBackup } from './restore-backup.ts';
import type { Restic } from './restic.ts';
import type { UsedTools } from './tools-of.ts';
import { untried } from './untried.ts';
import { waitUntilReady } from './wait-until-ready.ts';

/** A backup, and what restores it on this machine. */
export interface Trial {
  readonly restic: Restic;
  readonly backup: FoundBackup;
  readonly tools: UsedTools;
  /** Folder that nobody else can read; the caller removes it. */
  readonly folder: string;
  /** All that Secrets in etcd may be encrypted with. */
  readonly encryptionKeys: readonly EncryptionKey[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly tell: Tell;
}

/** Result of {@link withRestoredApi}. */
export interface Restored<T> {
  /** Why the backup cannot be restored; undefined when it is. */
  readonly broken?: string;
  /** Why the API server is not ready; what was asked of it is still answered. */
  readonly unready?: string;
  /** Answer of the caller's function; undefined when the backup is broken. */
  readonly result?: T;
}

/**
 * Restores a backup into an etcd and an API server on loopback, and asks that server. Both have ended
 * when this returns, and at once when the signal is aborted.
 *
 * @param ask - gets a client that may do everything, and the time at which the API server was started, in
 * milliseconds since 1970.
 * @throws ProveError when it is not the backup that fails.
 */
export async function withRestoredApi<T>(
  trial: Trial,
  ask: (client: ApiClient, since: number) => Promise<T>,
): Promise<Restored<T>> {
  const { backup, encryptionKeys, env, folder, restic, signal, tell, tools } = trial;
  const { api: port, ...ports } = await freePorts();
  const place = { folder, ports, etcdutl: tools.etcdutl.path, env, signal };
  tell(`restoring the backup of ${backup.time}`);
  const broken = await restoreBackup(restic, backup, place);
  signal.throwIfAborted();
  if (broken !== undefined) return { broken };
  const pki = join(folder, 'pki');
  await writeClusterCertificates(pki);
  const programs = new Programs();
  const stop = () => void programs.stopAll();
  signal.addEventListener('abort', stop);
  try {
    tell(`starting etcd ${tools.etcd.version} and kube-apiserver ${tools.apiServer.version}`);
    const data = dataOf(place);
    const etcd = startEtcd(programs, { program: tools.etcd.path, data, pki, ports });
    const since = Date.now();
    const api = launchApi(programs, {
      program: tools.apiServer.path,
      folder: join(folder, 'api'),
      pki,
      etcd: ports,
      port,
      encryptionKeys,
    });
    const { damage, unready } = await waitUntilReady(api, etcd);
    if (damage !== undefined) return { broken: damage };
    const result = await ask(api.client, since);
    return { result, ...(unready !== undefined && { unready }) };
  } catch (error) {
    throw error instanceof ApiError ? untried('kube-apiserver', error.message) : error;
  } finally {
    signal.removeEventListener('abort', stop);
    await programs.stopAll();
  }
}
