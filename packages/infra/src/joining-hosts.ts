// SPDX-License-Identifier: Apache-2.0
import type { NodeState } from './cluster/cluster-state.ts';
import type { HostConfig } from './config/index.ts';

/**
 * Returns the hosts that join the cluster in this run: those that were no nodes after the last one, and
 * those whose node has been deleted since, because another machine takes their place under their name.
 *
 * @param last - names of the hosts that were nodes after the last run.
 * @param nodes - of the cluster now; undefined where it does not answer.
 */
export function joiningHosts(
  hosts: readonly Pick<HostConfig, 'name'>[],
  last: readonly string[],
  nodes: readonly NodeState[] | undefined,
): string[] {
  const isNode = (host: string) =>
    last.includes(host) && (nodes?.some(({ metadata }) => metadata.name === host) ?? true);
  return hosts.flatMap(({ name }) => (isNode(name) ? [] : [name]));
}
