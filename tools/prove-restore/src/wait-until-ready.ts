// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { RunningProgram, StartedApi } from '@strata/user-cluster/restored';
import { damageOfSnapshot } from './damage.ts';
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

/** Returns the last of the checks that have failed for as long as anybody waits; undefined when none has. */
async function checksOf({ client, server }: StartedApi): Promise<string | undefined> {
  let failed: string[] = [];
  const ask = async () => {
    try {
      await client.text('/readyz?verbose');
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
    return failed.join(', ');
  }
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
  const failed = etcd.hasEnded ? undefined : await checksOf(api);
  if (etcd.hasEnded) {
    const damage = damageOfSnapshot(etcd.said);
    if (damage === undefined) throw untried('etcd', lastLine(etcd.said));
    return { damage: `etcd does not run: ${lastLine(damage)}` };
  }
  if (server.hasEnded) throw untried('kube-apiserver', lastLine(server.said));
  if (failed === undefined) return {};
  const seconds = patience.ready / 1_000;
  return { unready: `kube-apiserver is not ready after ${seconds} s: ${failed}` };
}
