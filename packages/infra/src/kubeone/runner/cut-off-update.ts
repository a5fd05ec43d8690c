// SPDX-License-Identifier: Apache-2.0

/**
 * What KubeOne says before an update when an earlier one was cut off.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/clusterstatus/preflightstatus/preflightstatus.go#L144
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/preflight_checks.go#L87
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/tasks.go#L364
 */
const patterns = {
  locked: /checking presence of "kubeone\.io\/upgrade-in-progress" label on node "([^"]+)"/g,
  /**
   * API servers of two versions; kubelets of which the first control plane's is new already; or an
   * API server or a kubelet of the control plane that is new already. All API servers are updated
   * first, then the workers, and all kubelets last.
   */
  halfDone:
    /must be running same version before upgrade|unable to upgrade to the same version|requested version is same as current/,
} as const;

/** What of an update that was cut off is in the way of the next one. */
export interface CutOffUpdate {
  /** Nodes that KubeOne takes for being updated at this moment. */
  readonly locked: readonly string[];
  /** Some hosts are done, and KubeOne goes on only when it is told to with `--force-upgrade`. */
  readonly isHalfDone: boolean;
}

/** Reads what KubeOne has said; undefined: nothing of that kind. */
export function cutOffUpdate(stderr: string): CutOffUpdate | undefined {
  const found = [...stderr.matchAll(patterns.locked)].flatMap(([, name]) => name ?? []);
  const locked = [...new Set(found)];
  const isHalfDone = patterns.halfDone.test(stderr);
  return locked.length > 0 || isHalfDone ? { locked, isHalfDone } : undefined;
}

/** What to do about nodes that are locked. Whether another KubeOne is at work, only a person knows. */
export function describeLock(locked: readonly string[]): string {
  const [nodes, have] = locked.length === 1 ? ['node', 'has'] : ['nodes', 'have'];
  return (
    `KubeOne begins no update: the ${nodes} ${locked.join(', ')} ${have} the label ` +
    'kubeone.io/upgrade-in-progress, which an update leaves that was cut off there. Make sure that ' +
    `no other KubeOne is at work on these hosts, then: kubectl label node ${locked.join(' ')} ` +
    'kubeone.io/upgrade-in-progress- ; and run pulumi up again. No host was updated.'
  );
}
