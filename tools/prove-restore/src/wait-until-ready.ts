// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { RunningProgram, StartedApi } from '@strata/user-cluster/restored';
import { lastLine } from './run-program.ts';

/** Whether an API server can be asked, and what is wrong with it. */
export interface Readiness {
  readonly isServing: boolean;
  readonly wrong?: string;
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
    return { isServing: false, wrong: `kube-apiserver does not start: ${lastLine(server.said)}` };
  }
  const failed = etcd.hasEnded ? undefined : await checksOf(api);
  if (etcd.hasEnded) {
    return { isServing: false, wrong: `etcd does not run: ${lastLine(etcd.said)}` };
  }
  if (server.hasEnded) {
    return { isServing: false, wrong: `kube-apiserver does not run: ${lastLine(server.said)}` };
  }
  if (failed === undefined) return { isServing: true };
  const seconds = patience.ready / 1_000;
  return {
    isServing: true,
    wrong: `kube-apiserver is not ready after ${seconds} s: ${failed}`,
  };
}
