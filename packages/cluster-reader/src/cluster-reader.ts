// SPDX-License-Identifier: Apache-2.0
import type { RequestOptions } from 'node:https';
import { readKubeconfig } from './kubeconfig.ts';
import type { Access } from './kubeconfig.ts';
import { sendRequest } from './send-request.ts';

/** Error of a cluster that cannot be reached in time, or that refuses a request. */
export class ClusterError extends Error {
  /** Reason that completes "cannot read ...: ". */
  readonly reason: string;

  constructor(endpoint: string, path: string, reason: string) {
    super(`cannot read ${path} of the cluster at ${endpoint}: ${reason}`);
    this.name = 'ClusterError';
    this.reason = reason;
  }
}

/** Reader of the API of one cluster. */
export interface ClusterReader {
  /**
   * Returns one object or list.
   *
   * @param path - path of the API, such as `/api/v1/nodes`.
   * @returns undefined when there is no such object or kind.
   * @throws ClusterError when the cluster cannot be reached in time, refuses, or does not answer with
   * JSON.
   */
  readonly get: <T>(path: string) => Promise<T | undefined>;
}

/**
 * Returns a reader for the current context of a kubeconfig.
 *
 * @param kubeconfig - text of the kubeconfig.
 * @param options.seconds - time limit of each answer. @default 15
 */
export function clusterReader(
  kubeconfig: string,
  { seconds = 15 }: { readonly seconds?: number } = {},
): ClusterReader {
  let access: Promise<Access> | undefined;
  return {
    get: async <T>(path: string) => {
      let endpoint = '';
      try {
        const { server, options } = await (access ??= readKubeconfig(kubeconfig));
        endpoint = server;
        const request: RequestOptions = {
          ...options,
          signal: AbortSignal.timeout(seconds * 1_000),
        };
        return (await readJson(new URL(endpoint + path), request)) as T | undefined;
      } catch (error) {
        throw new ClusterError(endpoint, path, reasonOf(error, seconds));
      }
    },
  };
}

async function readJson(url: URL, options: RequestOptions): Promise<unknown> {
  const { status, body } = await sendRequest(url, options);
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`it refuses (HTTP ${status})`);
  return JSON.parse(body);
}

/** Returns the reason of an error. Compares names and not classes, because Node's own errors may come from another realm. */
function reasonOf(error: unknown, seconds: number): string {
  const { name, message } = error as { readonly name?: string; readonly message?: string };
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${seconds} s`;
  return name === 'SyntaxError' ? 'its answer is no JSON' : (message ?? String(error));
}
