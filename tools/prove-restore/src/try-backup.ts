// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
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
import { findObjects } from './objects/find-objects.ts';
import type { FoundCluster } from './objects/found-cluster.ts';
import type { Tell } from './progress.ts';
import { dataOf, restoreBackup } from './restore-backup.ts';
import type { Restic } from './restic.ts';
import type { UsedTools } from './tools-of.ts';
import { untried } from './untried.ts';
import { waitUntilReady } from './wait-until-ready.ts';

/** Arguments of {@link tryBackup}. */
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

/** Result of {@link tryBackup}. */
export interface Tried {
  readonly mismatches: readonly string[];
  /** Undefined when there is nothing to look at. */
  readonly found?: FoundCluster;
}

/**
 * Restores a backup into an etcd and an API server on loopback, and lists what is there. Both have ended
 * when this returns, and at once when the signal is aborted.
 *
 * @throws ProveError when it is not the backup that fails.
 */
export async function tryBackup(trial: Trial): Promise<Tried> {
  const { backup, encryptionKeys, env, folder, restic, signal, tell, tools } = trial;
  const { api: port, ...ports } = await freePorts();
  const place = { folder, ports, etcdutl: tools.etcdutl.path, env, signal };
  tell(`restoring the backup of ${backup.time}`);
  const broken = await restoreBackup(restic, backup, place);
  signal.throwIfAborted();
  if (broken !== undefined) return { mismatches: [broken] };
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
    if (damage !== undefined) return { mismatches: [damage] };
    tell('listing all objects');
    const found = await findObjects(api.client, since);
    if (unready === undefined) return { mismatches: [], found };
    // A server that can list everything is only slow.
    if (found.unreadable.length === 0) throw untried('kube-apiserver', unready);
    return { mismatches: [unready], found };
  } catch (error) {
    throw error instanceof ApiError ? untried('kube-apiserver', error.message) : error;
  } finally {
    signal.removeEventListener('abort', stop);
    await programs.stopAll();
  }
}
