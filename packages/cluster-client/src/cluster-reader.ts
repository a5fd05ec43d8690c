// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { metadataOnly } from './metadata-only.ts';
import { readKubeconfig } from './read-kubeconfig.ts';

/** First HTTP status of a refusal. */
const refused = 400;

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
  /**
   * Returns a list of objects without anything but their metadata, for long lists of large objects.
   *
   * @param path - path of a list.
   * @returns undefined when there is no such kind.
   * @throws ClusterError as {@link ClusterReader.get} does.
   * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#receiving-resources-as-metadata
   */
  readonly getMetadata: <T>(path: string) => Promise<T | undefined>;
}

/**
 * Returns a reader for the current context of a kubeconfig: what a program asks before it changes
 * anything. Reads never change the cluster.
 *
 * @param kubeconfig - text of the kubeconfig.
 * @param options.seconds - time limit of each answer. @default 15
 */
export function clusterReader(
  kubeconfig: string,
  { seconds = 15 }: { readonly seconds?: number } = {},
): ClusterReader {
  let client: Promise<ApiClient> | undefined;
  const connect = async () =>
    new ApiClient(await readKubeconfig(kubeconfig), {
      seconds,
      connections: 'shared',
      sayProblem: (error) => (error as Error).message,
    });
  const read = async <T>(path: string, accept?: string) => {
    let endpoint = '';
    try {
      const api = await (client ??= connect());
      endpoint = api.server;
      return await api.get<T>(path, { accept });
    } catch (error) {
      throw new ClusterError(endpoint, path, reasonOf(error));
    }
  };
  return { get: (path) => read(path), getMetadata: (path) => read(path, metadataOnly.list) };
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.status >= refused ? `it refuses (HTTP ${error.status})` : error.reason;
  }
  return (error as { readonly message?: string }).message ?? String(error);
}
