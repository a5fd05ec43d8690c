// SPDX-License-Identifier: Apache-2.0
import {
  compareVersions,
  minorOf,
  minorsAhead,
  planClusterHops,
  poolMayBeBehind,
} from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check } from '../checks/check-context.ts';
import type { RunningCluster } from './running-cluster.ts';

/**
 * Returns why the control plane cannot have a version, given those that its VMs run; undefined if it
 * can.
 */
function controlPlaneProblem(wanted: string, running: readonly string[]): string | undefined {
  const [oldest, ...newer] = running.toSorted(compareVersions);
  if (oldest === undefined) return undefined;
  const newest = newer.at(-1) ?? oldest;
  if (minorsAhead(wanted, newest) < 0) {
    return (
      `the control plane is at Kubernetes ${newest} and there is no way back to ${wanted}: etcd's ` +
      `data may hold what ${minorOf(wanted)} cannot read; take ${newest}, or another patch of ${minorOf(newest)}`
    );
  }
  if (minorsAhead(wanted, oldest) < 2) return undefined;
  const cluster = { name: '', kubernetes: oldest, pools: [] };
  const hops = planClusterHops(cluster, wanted).map(({ to }) => to);
  return (
    `the control plane runs Kubernetes ${oldest}, and an update goes one minor at a time: ` +
    `${hops.join(', then ')}; the pools follow after each`
  );
}

/** Returns pools that the control plane would leave too far behind. */
function laggards(wanted: string, { pools }: RunningCluster): string[] {
  return Object.entries(pools)
    .filter(([, version]) => minorsAhead(wanted, version) > poolMayBeBehind)
    .map(([name, version]) => `"${name}" (${version})`);
}

/**
 * Reports an update that is not possible: it goes one minor at a time and never back, and no pool may be
 * further behind the API than is allowed, not even until it has followed. Another patch of the same
 * minor is always possible.
 *
 * @see https://kubernetes.io/releases/version-skew-policy/
 */
export const checkUpdate: Check = ({ config, running }) => {
  const wanted = config.kubernetes?.version;
  if (wanted === undefined || running === undefined) return [];
  const problem = (message: string): Problem[] => [{ path: ['kubernetes', 'version'], message }];
  const controlPlane = controlPlaneProblem(wanted, running.controlPlane);
  if (controlPlane !== undefined) return problem(controlPlane);
  const behind = laggards(wanted, running);
  if (behind.length === 0) return [];
  return problem(
    `these pools are more than one minor behind ${wanted}: ${behind.join(', ')}; update them before the control plane`,
  );
};
