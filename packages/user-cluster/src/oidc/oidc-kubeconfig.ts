// SPDX-License-Identifier: Apache-2.0
import type { IssuerConfig } from '../config/index.ts';

/** Facts about the cluster that a kubeconfig contains. */
export interface ClusterFacts {
  readonly cluster: string;
  /** URL of its API. */
  readonly endpoint: string;
  readonly authorityPem: string;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Returns the arguments with which kubectl gets a token. */
function loginArguments({
  audiences,
  certificateAuthority,
  clientId = audiences[0],
  scopes,
  url,
}: IssuerConfig): string[] {
  return [
    'oidc-login',
    'get-token',
    `--oidc-issuer-url=${url}`,
    `--oidc-client-id=${clientId ?? ''}`,
    ...scopes.map((scope) => `--oidc-extra-scope=${scope}`),
    ...(certificateAuthority === undefined
      ? []
      : [`--certificate-authority-data=${base64(certificateAuthority)}`]),
  ];
}

/**
 * Renders a kubeconfig with which everybody logs in as themselves, by the plug-in kubelogin. It holds no
 * secret: the client at the issuer is a public one. kubelogin before 1.31.0 answers in `v1beta1` whatever
 * it is asked for, and kubectl refuses that.
 *
 * @see https://github.com/int128/kubelogin/pull/1162
 * @see https://github.com/int128/kubelogin/blob/master/docs/usage.md
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#client-go-credential-plugins
 */
export function renderOidcKubeconfig(
  { authorityPem, cluster, endpoint }: ClusterFacts,
  issuer: IssuerConfig,
): string {
  const user = `oidc-${issuer.name}`;
  const context = `${user}@${cluster}`;
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: 'kubectl',
    args: loginArguments(issuer),
    interactiveMode: 'IfAvailable',
    provideClusterInfo: false,
    installHint: 'The plug-in is missing: kubectl krew install oidc-login',
  };
  return `${JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: cluster,
        cluster: { server: endpoint, 'certificate-authority-data': base64(authorityPem) },
      },
    ],
    users: [{ name: user, user: { exec } }],
    contexts: [{ name: context, context: { cluster, user } }],
    'current-context': context,
  })}\n`;
}
