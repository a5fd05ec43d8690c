// SPDX-License-Identifier: Apache-2.0
import type { AuditWebhookConfig } from '../config/index.ts';

/**
 * Renders the kubeconfig by which the API server sends its audit log to a server.
 *
 * @see https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/#webhook-backend
 */
export function renderAuditWebhook({ certificateAuthority, token, url }: AuditWebhookConfig) {
  const authority =
    certificateAuthority === undefined
      ? {}
      : { 'certificate-authority-data': Buffer.from(certificateAuthority).toString('base64') };
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'audit', cluster: { server: url, ...authority } }],
    users: [{ name: 'api-server', user: token === undefined ? {} : { token } }],
    contexts: [{ name: 'audit', context: { cluster: 'audit', user: 'api-server' } }],
    'current-context': 'audit',
  };
}
