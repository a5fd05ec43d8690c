// SPDX-License-Identifier: Apache-2.0
import { currentContext } from './current-context.ts';

/** An account of a cluster, and how it is known. */
export interface Account {
  readonly name: string;
  /** Its token as its Secret has it: `data.token`, in base64; undefined while nobody has filled it. */
  readonly tokenData: string | undefined;
}

/**
 * A kubeconfig for an account, for the same cluster as another kubeconfig.
 *
 * @param given - the text of a self-contained kubeconfig, of whose credentials nothing is taken over.
 * @returns JSON, which is YAML, too.
 * @throws Error when it has no current cluster, or the account no token yet.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export async function accountKubeconfig(
  given: string,
  { name, tokenData }: Account,
): Promise<string> {
  const { cluster } = await currentContext(given);
  if (cluster === undefined) {
    throw new Error('the kubeconfig of the infra cluster has no current cluster');
  }
  if (tokenData === undefined || tokenData === '') {
    throw new Error(
      `the account "${name}" has no token yet: the infra cluster's controller manager writes it into ` +
        "the account's Secret; see that it runs, and run pulumi up again",
    );
  }
  const token = Buffer.from(tokenData, 'base64').toString('utf8');
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [cluster],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: cluster.name, user: name } }],
    'current-context': name,
    preferences: {},
  });
}
