// SPDX-License-Identifier: Apache-2.0
import type { Access } from '@strata/cluster-client';
import { stringify } from 'yaml';

/**
 * Renders the kubeconfig that a kubelet writes once it has its own certificate.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/certificate/bootstrap/bootstrap.go
 */
export function renderKubeletKubeconfig({ options, server }: Access, pemPath: string): string {
  const authority = options.ca as Buffer;
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'default-cluster',
        cluster: { server, 'certificate-authority-data': authority.toString('base64') },
      },
    ],
    users: [
      { name: 'default-auth', user: { 'client-certificate': pemPath, 'client-key': pemPath } },
    ],
    contexts: [
      {
        name: 'default-context',
        context: { cluster: 'default-cluster', user: 'default-auth', namespace: 'default' },
      },
    ],
    'current-context': 'default-context',
  });
}
