// SPDX-License-Identifier: Apache-2.0

/** File name of the audit policy; KubeOne looks for it beside the manifest. */
export const auditPolicyFile = 'audit-policy.yaml';

/**
 * Default audit policy: logs who did what to which object, but not the content of the object, so
 * that Secrets stay out of the log. Frequent reads by system components are not logged.
 *
 * @see https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/
 */
export const defaultAuditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - level: None
    nonResourceURLs: ['/healthz*', '/livez*', '/readyz*', '/metrics', '/version']
  - level: None
    verbs: [get, list, watch]
    users: ['system:apiserver', 'system:kube-controller-manager', 'system:kube-scheduler']
  - level: None
    verbs: [get, update, patch]
    resources: [{ group: coordination.k8s.io, resources: [leases] }]
  - level: Metadata
`;
