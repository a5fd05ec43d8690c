// SPDX-License-Identifier: Apache-2.0
import type { RequestOptions } from 'node:https';
import { readKubeconfig } from './kubeconfig.ts';
import type { Access } from './kubeconfig.ts';
import { sendRequest } from './send-request.ts';

/** A cluster that cannot be reached in time, or refuses. */
export class ClusterError extends Error {
  /** Completes "cannot read ...: ". */
  readonly reason: string;

  constructor(endpoint: string, path: string, reason: string) {
    super(`cannot read ${path} of the cluster at ${endpoint}: ${reason}`);
    this.name = 'ClusterError';
    this.reason = reason;
  }
}

/** Reads the API of one cluster. */
export interface ClusterReader {
  /**
   * One object or list.
   *
   * @param path - of the API, such as `/api/v1/nodes`.
   * @returns undefined when there is no such object or kind.
   * @throws ClusterError when the cluster cannot be reached in time, refuses or answers no JSON.
   */
  readonly get: <T>(path: string) => Promise<T | undefined>;
}

/**
 * A reader for the current context of a kubeconfig.
 *
 * @param kubeconfig - its text.
 * @param options.seconds - how long to wait for each answer. @default 15
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

/** By name, not by class: Node's own errors may come from another realm. */
function reasonOf(error: unknown, seconds: number): string {
  const { name, message } = error as { readonly name?: string; readonly message?: string };
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer within ${seconds} s`;
  return name === 'SyntaxError' ? 'its answer is no JSON' : (message ?? String(error));
}
