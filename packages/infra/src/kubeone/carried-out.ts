// SPDX-License-Identifier: Apache-2.0

/** Lines of KubeOne about what it does. @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/cmd/apply.go */
const patterns = {
  update: /^~ (?:force )?upgrade (?:control plane|worker) node /,
  newHost: /^\+ (?:initialize|join) /,
} as const;

/** Line about the last step of an update that switches encryption at rest on. @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/tasks.go `WithRewriteSecrets` */
const rewrite = '~ rewrite all cluster secrets';

/** Facts about a run of KubeOne that decide which settings have reached running hosts. */
export interface CarriedOut {
  /** Whether it updates Kubernetes. */
  readonly isUpdate: boolean;
  /** Whether a host joins. */
  readonly hasNewHost: boolean;
  /** Whether it writes all Secrets again, so that those from before are encrypted, too. */
  readonly rewritesSecrets: boolean;
}

/** Returns what a run of KubeOne has done. @param changes - its actions, as KubeOne prints them. */
export function carriedOut(changes: readonly string[]): CarriedOut {
  return {
    isUpdate: changes.some((line) => patterns.update.test(line)),
    hasNewHost: changes.some((line) => patterns.newHost.test(line)),
    rewritesSecrets: changes.includes(rewrite),
  };
}
