// SPDX-License-Identifier: Apache-2.0
import { currentContext } from './current-context.ts';

/** An account of a cluster and its token. */
export interface Account {
  readonly name: string;
  /** Token in base64, `data.token` of its Secret; undefined while the controller manager has not written it. */
  readonly tokenData: string | undefined;
}

/**
 * Renders a kubeconfig for an account of the cluster of another kubeconfig.
 *
 * @param given - text of a self-contained kubeconfig; its credentials are not copied.
 * @returns JSON, which is valid YAML.
 * @throws Error when `given` has no current cluster, or the account has no token yet.
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export function accountKubeconfig(given: string, { name, tokenData }: Account): string {
  const { cluster } = currentContext(given);
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
