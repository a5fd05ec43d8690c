// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
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
  readonly patience: Patience;
  readonly tell: Tell;
}

/** Minutes in which the controller manager, which has just started, signs. */
const signMinutes = 10;

const secrets = '/api/v1/namespaces/kube-system/secrets';
const clusterInfo = '/api/v1/namespaces/kube-public/configmaps/cluster-info';

const signed = z.object({ data: z.record(z.string(), z.string()).default({}) });

/**
 * Gives the restored cluster the join token of now: that in the start-up data of machines is newer than a
 * backup of some weeks ago, and a machine joins only a cluster that has signed its address with this token.
 *
 * @throws ProveError when the token has expired, or the cluster does not sign.
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
  const { name } = joinToken.metadata;
  const found = await api.patched(`${secrets}/${name}`, { stringData: joinToken.stringData });
  if (found === undefined) {
    await api.post(secrets, { apiVersion: 'v1', kind: 'Secret', ...joinToken });
  }
  await until('the cluster signs cluster-info with it', signMinutes, patience, async () => {
    const info = await api.get(clusterInfo);
    const { data } = signed.parse(info ?? {});
    return data[`jws-kubeconfig-${id}`] === undefined ? undefined : true;
  });
}
