// SPDX-License-Identifier: Apache-2.0

/**
 * Lines by which KubeOne says what it does, without the tab before them.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/cmd/apply.go
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/tasks.go
 */
export const planLines = {
  /** The first control plane is made; its name. */
  initialize: /^\+ initialize control plane node "([^"]*)"/,
  /** Another host joins. */
  join: /^\+ join /,
  /** A host gets another Kubernetes, or the same one again; its name, the former and the new version. */
  upgrade:
    /^~ (?:force )?upgrade (?:control plane|worker) node "([^"]*)" \([^)]*\): (\S+) -> (\S+)$/,
  /** Members of etcd that are not in the manifest are removed. */
  removeMembers: /^~ repairing the cluster; removing extra etcd members/,
  /** The last step of an update that switches encryption at rest on (`WithRewriteSecrets`). */
  rewriteSecrets: /^~ rewrite all cluster secrets$/,
} as const;
