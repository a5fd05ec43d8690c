// SPDX-License-Identifier: Apache-2.0

/** Content of a kubeconfig. */
export interface KubeconfigFacts {
  /** URL of the API. */
  readonly endpoint: string;
  readonly authorityPem: string;
  readonly certificatePem: string;
  readonly keyPem: string;
  /** Name of the cluster in the kubeconfig. */
  readonly cluster: string;
  /** Name of the user in the kubeconfig; the API uses the name in the certificate. */
  readonly user: string;
}

/**
 * Renders a kubeconfig as JSON, which is valid YAML. It contains a private key: treat it as a secret.
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
