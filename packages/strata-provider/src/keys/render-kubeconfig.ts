// SPDX-License-Identifier: Apache-2.0

/** What a kubeconfig says. */
export interface KubeconfigFacts {
  /** The URL of the API. */
  readonly endpoint: string;
  readonly authorityPem: string;
  readonly certificatePem: string;
  readonly keyPem: string;
  /** Name of the cluster, for people. */
  readonly cluster: string;
  /** Name of the user, for people; the API goes by the certificate. */
  readonly user: string;
}

/**
 * A kubeconfig, as JSON, which is YAML too. It holds a key: treat it as a secret.
 *
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export function renderKubeconfig(facts: KubeconfigFacts): string {
  const { endpoint, authorityPem, certificatePem, keyPem, cluster, user } = facts;
  const context = `${user}@${cluster}`;
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: cluster,
        cluster: { server: endpoint, 'certificate-authority-data': base64(authorityPem) },
      },
    ],
    users: [
      {
        name: user,
        user: {
          'client-certificate-data': base64(certificatePem),
          'client-key-data': base64(keyPem),
        },
      },
    ],
    contexts: [{ name: context, context: { cluster, user } }],
    'current-context': context,
  };
  return `${JSON.stringify(kubeconfig, undefined, 2)}\n`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
