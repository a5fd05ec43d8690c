// SPDX-License-Identifier: Apache-2.0

/** Beside the manifest, where KubeOne looks for it. */
export const auditPolicyFile = 'audit-policy.yaml';

/**
 * Who did what to which object, and nothing of its contents: Secrets stay out of the log. Reads
 * that happen all the time are left out.
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
