// SPDX-License-Identifier: Apache-2.0
import { ApiError } from '@strata/cluster-client';
import type { ApiClient } from '@strata/cluster-client';
import { restoreAnnotations } from '@strata/user-cluster/restore';
import type { renderBootstrapToken } from '@strata/user-cluster/restore';
import { z } from 'zod';
import type { Tell } from '../progress.ts';
import { ProveError } from '../prove-error.ts';
import { until } from './wait.ts';
import type { Patience } from './wait.ts';

/** The Secret that makes a token valid for joining. */
export type JoinToken = ReturnType<typeof renderBootstrapToken>;

/** Arguments of {@link giveJoinToken}. */
interface TokenWork {
  /** Of the user cluster. */
  readonly api: ApiClient;
  readonly joinToken: JoinToken;
  /** `<environment>.<cluster>`. */
  readonly stack: string;
  /** Number of the restore. */
  readonly asked: number;
  readonly patience: Patience;
  readonly tell: Tell;
}

/** Minutes in which the controller manager, which has just started, signs. */
const signMinutes = 10;

const secrets = '/api/v1/namespaces/kube-system/secrets';
const clusterInfo = '/api/v1/namespaces/kube-public/configmaps/cluster-info';

const signed = z.object({ data: z.record(z.string(), z.string()).default({}) });

/**
 * Writes the token into the cluster. The number of the restore is in it, for an API server does not ask etcd
 * about a change that changes nothing, and a full etcd would be noticed only when machines do not join.
 */
async function write({ api, asked, joinToken }: TokenWork): Promise<void> {
  const { metadata, stringData, type } = joinToken;
  const annotations = { ...metadata.annotations, [restoreAnnotations.given]: `${asked}` };
  const token = { metadata: { ...metadata, annotations }, type, stringData };
  const found = await api.patched(`${secrets}/${metadata.name}`, token);
  if (found === undefined) await api.post(secrets, { apiVersion: 'v1', kind: 'Secret', ...token });
}

/**
 * Gives the restored cluster the join token of now: that in the start-up data of machines is newer than a
 * backup of some weeks ago, and a machine joins only a cluster that has signed its address with this token.
 *
 * @throws ProveError when the token has expired, etcd is full, or the cluster does not sign.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens/#configmap-signing
 */
export async function giveJoinToken(work: TokenWork): Promise<void> {
  const { api, joinToken, patience, stack, tell } = work;
  const { 'token-id': id, expiration } = joinToken.stringData;
  if (Date.parse(expiration) <= Date.now()) {
    throw new ProveError(
      `The join token of ${stack} has expired at ${expiration}, so no machine could join: renew it by npx strata up ${stack.replace('.', ' ')} --refresh, then run the same command again. It goes on here.`,
    );
  }
  tell('giving the cluster the join token of its machines');
  try {
    await write(work);
  } catch (error) {
    if (!(error instanceof ApiError) || !error.reason.includes('database space exceeded'))
      throw error;
    throw new ProveError(
      `etcd of ${stack} was full when the backup was made, and is full again: it takes no writes, so no machine could join. Make room in it (docs/runbooks/recover-etcd.md#a-disk-of-etcd-is-full), then run the same command again. It goes on here.`,
    );
  }
  await until('the cluster signs cluster-info with it', signMinutes, patience, async () => {
    const info = await api.get(clusterInfo);
    const { data } = signed.parse(info ?? {});
    return data[`jws-kubeconfig-${id}`] === undefined ? undefined : true;
  });
}
