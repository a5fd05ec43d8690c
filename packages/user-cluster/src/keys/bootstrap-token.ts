// SPDX-License-Identifier: Apache-2.0
import { ownerAnnotations } from '@strata/contracts';

/** Fields of a {@link JoinToken} that the cluster must know. */
export interface TokenFacts {
  readonly tokenId: string;
  /** `<id>.<secret>`. */
  readonly value: string;
  /** RFC 3339. */
  readonly expiration: string;
}

/**
 * Renders the Secret, inside the user cluster, that makes a token valid for joining and for nothing
 * else. The cluster itself deletes the Secret once the token has expired.
 *
 * @param labels - of the cluster.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens/#bootstrap-token-secret-format
 */
export function renderBootstrapToken(
  { tokenId, value, expiration }: TokenFacts,
  labels: Readonly<Record<string, string>>,
) {
  return {
    metadata: {
      name: `bootstrap-token-${tokenId}`,
      namespace: 'kube-system',
      labels: { ...labels },
      annotations: ownerAnnotations,
    },
    type: 'bootstrap.kubernetes.io/token',
    stringData: {
      'token-id': tokenId,
      'token-secret': value.split('.')[1] ?? '',
      expiration,
      'usage-bootstrap-authentication': 'true',
      'usage-bootstrap-signing': 'true',
      'auth-extra-groups': 'system:bootstrappers:kubeadm:default-node-token',
    },
  };
}
