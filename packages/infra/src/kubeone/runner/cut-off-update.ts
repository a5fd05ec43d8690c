// SPDX-License-Identifier: Apache-2.0

/** Label by which KubeOne marks a node that it updates. */
export const upgradeLock = 'kubeone.io/upgrade-in-progress';

/**
 * Messages of KubeOne before an update when an earlier update was interrupted.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/clusterstatus/preflightstatus/preflightstatus.go#L144
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/preflight_checks.go#L87
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/tasks.go#L364
 */
const patterns = {
  locked: /checking presence of "kubeone\.io\/upgrade-in-progress" label on node "([^"]+)"/g,
  /**
   * Matches when API servers have two versions, when the kubelet of the first control plane is
   * already new, or when an API server or a kubelet of the control plane is already new. KubeOne
   * updates all API servers first, then the workers, and all kubelets last.
   */
  halfDone:
    /must be running same version before upgrade|unable to upgrade to the same version|requested version is same as current/,
} as const;

/** Remains of an interrupted update that block the next one. */
export interface CutOffUpdate {
  /** Nodes whose label tells KubeOne that they are being updated. */
  readonly locked: readonly string[];
  /** Whether some hosts are already updated, so that KubeOne continues only with `--force-upgrade`. */
  readonly isHalfDone: boolean;
}

/** Finds the remains of an interrupted update in the output of KubeOne; undefined when there are none. */
export function cutOffUpdate(stderr: string): CutOffUpdate | undefined {
  const found = [...stderr.matchAll(patterns.locked)].flatMap(([, name]) => name ?? []);
  const locked = [...new Set(found)];
  const isHalfDone = patterns.halfDone.test(stderr);
  return locked.length > 0 || isHalfDone ? { locked, isHalfDone } : undefined;
}

/** Returns advice on locked nodes. Only a person can know whether another KubeOne still runs. */
export function describeLock(locked: readonly string[]): string {
  const [nodes, have] = locked.length === 1 ? ['node', 'has'] : ['nodes', 'have'];
  return (
    `KubeOne begins no update: the ${nodes} ${locked.join(', ')} ${have} the label ` +
    `${upgradeLock}, which an interrupted update has left there. Make sure that ` +
    `no other KubeOne is at work on these hosts, then run: kubectl label node ${locked.join(' ')} ` +
    `${upgradeLock}- ; and run pulumi up again. No host was updated.`
  );
}
