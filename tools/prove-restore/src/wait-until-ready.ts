// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { RunningProgram, StartedApi } from '@strata/user-cluster/restored';
import { damageOfSnapshot } from './damage.ts';
import { decryptsSecrets } from './objects/decrypts-secrets.ts';
import { lastLine } from './run-program.ts';
import { untried } from './untried.ts';

/** How the programs of a trial are; all is well when neither is said. */
export interface Readiness {
  /** Why etcd does not run on the restored data. */
  readonly damage?: string;
  /** Why the API server, which answers, is not ready. */
  readonly unready?: string;
}

/** Milliseconds until the API server must answer, and until it must be ready. */
const patience = { answer: 120_000, ready: 60_000 };

/** Checks of `/readyz?verbose` that fail: `[-]name failed: reason withheld`. */
const failedCheck = /^\[-\](\S+)/gm;

function failedChecks(error: unknown): string[] {
  const text = error instanceof ApiError ? error.body : '';
  return [...text.matchAll(failedCheck)].map(([, name = '']) => name);
}

/** Check that fails until the API server has listed what it watches, Secrets among them. */
const informerSync = 'informer-sync';

/**
 * Returns why an API server does not become ready; undefined when it does. Nobody writes to its etcd, so a Secret
 * that it cannot decrypt stays so. All else must be ready even then, for the caller lists all objects.
 */
async function whyUnready({ client, server }: StartedApi): Promise<string | undefined> {
  let failed: string[] = [];
  let decrypts: boolean | undefined;
  const ask = async () => {
    try {
      await client.text('/readyz?verbose');
      return true;
    } catch (error) {
      failed = failedChecks(error);
      if (failed.join() === informerSync) decrypts ??= await decryptsSecrets(client);
      return decrypts === false;
    }
  };
  try {
    await server.ready(ask, patience.ready);
  } catch {
    return `kube-apiserver is not ready after ${patience.ready / 1_000} s: ${failed.join(', ')}`;
  }
  if (decrypts !== false) return undefined;
  return `kube-apiserver does not become ready, because it cannot decrypt every Secret: ${informerSync}`;
}

/**
 * Waits until an API server is ready. One that answers but is not ready is still asked: what it cannot
 * list names the reason.
 *
 * @throws ProveError when it is not the backup that fails.
 */
export async function waitUntilReady(api: StartedApi, etcd: RunningProgram): Promise<Readiness> {
  const { client, server } = api;
  try {
    const answers = server.ready(
      async () => (await client.text('/livez/ping')) === 'ok',
      patience.answer,
    );
    await Promise.race([answers, etcd.ended]);
  } catch {
    throw untried('kube-apiserver', lastLine(server.said));
  }
  const unready = etcd.hasEnded ? undefined : await whyUnready(api);
  if (etcd.hasEnded) {
    const damage = damageOfSnapshot(etcd.said);
    if (damage === undefined) throw untried('etcd', lastLine(etcd.said));
    return { damage: `etcd does not run: ${lastLine(damage)}` };
  }
  if (server.hasEnded) throw untried('kube-apiserver', lastLine(server.said));
  return unready === undefined ? {} : { unready };
}
