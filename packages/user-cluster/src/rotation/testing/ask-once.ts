// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import type { Answer, Method } from '@strata/cluster-client';

/** A request to an API server. */
export interface Question {
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
}

/**
 * Returns the answer to a request by a connection of its own, with the login and the trust of a kubeconfig.
 *
 * @throws Error when there is no answer.
 */
export async function askOnce(
  server: string,
  kubeconfig: string,
  { body, method, path }: Question,
): Promise<Answer> {
  const { options } = await readKubeconfig(kubeconfig);
  const client = new ApiClient({ server, options: { ...options, agent: false } }, { seconds: 20 });
  try {
    return await client.send(method, path, body && { body });
  } finally {
    client.close();
  }
}
