// SPDX-License-Identifier: Apache-2.0
import type { NodeState } from './cluster/cluster-state.ts';
import type { HostConfig } from './config/index.ts';
import { hasSettingsOf } from './kubeone/late-settings.ts';
import type { LastRun } from './last-run.ts';

type Hosts = readonly Pick<HostConfig, 'name'>[];

/**
 * Returns the hosts that the last run had and that are no nodes now: somebody has deleted the node, or another machine
 * has its name. Nothing of the configuration changes then, so nothing else would have KubeOne run.
 *
 * @param nodes - of the cluster now; undefined where it does not answer.
 */
export function lostHosts(
  hosts: Hosts,
  { nodes: former, late }: Pick<LastRun, 'nodes' | 'late'>,
  nodes: readonly NodeState[] | undefined,
): string[] {
  if (nodes === undefined || nodes.length === 0) return [];
  const isNode = (host: string) => nodes.some(({ metadata }) => metadata.name === host);
  return hosts.flatMap(({ name }) =>
    !isNode(name) && (former.includes(name) || hasSettingsOf(late, name)) ? [name] : [],
  );
}
