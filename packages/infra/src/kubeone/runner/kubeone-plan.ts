// SPDX-License-Identifier: Apache-2.0
import { minorsAhead } from '@strata/contracts/versions';
import { planLines } from '../plan-lines.ts';
import { RunnerError } from './find-kubeone.ts';

/** A line of KubeOne's plan: `+` creates, `~` changes, `-` removes, `!` warns. */
const actionPattern = /^\t([+~!-] .+)$/;

/** Returns the actions that KubeOne prints, one string for each. */
export function actionsIn(output: string): string[] {
  return output.split('\n').flatMap((line) => actionPattern.exec(line)?.[1]?.trim() ?? []);
}

function refuseNewCluster(actions: readonly string[]): void {
  const [first] = actions.flatMap((action) => planLines.initialize.exec(action)?.[1] ?? []);
  if (first === undefined) return;
  throw new RunnerError(
    `KubeOne finds no cluster on the control planes any more and would make a new one, beginning ` +
      `with ${first}; this stack made one before, and its etcd would be lost. If the hosts were ` +
      'reinstalled on purpose, docs/runbooks/recover-etcd.md#all-control-planes-are-lost says how to ' +
      'restore etcd, and how to begin anew without a backup.',
  );
}

/** Written for every host that is in the cluster and does not work; quoted where there is no terminal. */
const brokenPattern = /Host \\?"([^"\\]+)\\?" is broken and needs to be manually removed/g;

/**
 * Refuses a run while KubeOne finds hosts broken. If another host is to join, KubeOne only mentions
 * them, and then removes them from etcd and deletes their nodes.
 *
 * @param stderr - of a run that makes a plan.
 * @throws RunnerError with the names of the hosts.
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/cmd/apply.go `runApply`
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/etcd.go `repairClusterIfNeeded`
 */
export function refuseBrokenHosts(stderr: string): void {
  const hosts = [...new Set([...stderr.matchAll(brokenPattern)].map(([, host]) => host))];
  if (hosts.length === 0) return;
  throw new RunnerError(
    `KubeOne finds ${hosts.join(', ')} broken: in the cluster, but its etcd, API server or kubelet does ` +
      'not work. It could remove such a host from etcd and delete its node. Repair the host, or ' +
      'replace it (docs/runbooks/replace-host.md), then run pulumi up again. Nothing was changed.',
  );
}

/** Refuses to expel control planes that run but are no longer in the configuration. */
function refuseExpulsions(actions: readonly string[]): void {
  if (!actions.some((action) => planLines.removeMembers.test(action))) return;
  throw new RunnerError(
    'etcd has more members than infra:hosts has control planes, and KubeOne would remove the others ' +
      'with their nodes, without a drain. Put them back into infra:hosts, or take each of them out ' +
      'first: drain it, run kubeadm reset on it, and kubectl delete node. Nothing was changed.',
  );
}

function refuseLeaps(actions: readonly string[]): void {
  const leaps = actions.flatMap((action) => {
    const [, host = '', from = '', to = ''] = planLines.upgrade.exec(action) ?? [];
    return host !== '' && minorsAhead(to, from) > 1 ? [`${host} runs ${from}`] : [];
  });
  if (leaps.length === 0) return;
  throw new RunnerError(
    `an update goes one Kubernetes minor at a time, but ${leaps.join(', ')}; set ` +
      'config.infra:kubeone.version to a version of the next minor first.',
  );
}

/**
 * Refuses a plan that cannot be intended, before anything is changed: a new cluster in place of an
 * existing one, control planes that would be expelled, or an update that skips a Kubernetes minor.
 *
 * @param wasThere - whether this stack has already created the cluster.
 * @throws RunnerError when the plan is refused.
 */
export function checkPlan(actions: readonly string[], wasThere: boolean): void {
  if (wasThere) refuseNewCluster(actions);
  refuseExpulsions(actions);
  refuseLeaps(actions);
}
