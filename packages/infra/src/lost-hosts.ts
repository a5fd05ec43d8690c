// SPDX-License-Identifier: Apache-2.0
import type { NodeState } from './cluster/cluster-state.ts';
import type { HostConfig } from './config/index.ts';
import { hasSettingsOf } from './kubeone/late-settings.ts';
import type { LastRun } from './last-run.ts';

/** How often each host has joined the cluster again because it was no node any more, by its name. */
export type Rejoins = Readonly<Record<string, number>>;

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

/** Returns the numbers of a run in which these hosts join again. */
export function rejoinsOf(hosts: Hosts, former: Rejoins, lost: readonly string[]): Rejoins {
  const numbers = hosts.map(({ name }) => {
    const number = (former[name] ?? 0) + (lost.includes(name) ? 1 : 0);
    return [name, number] as const;
  });
  return Object.fromEntries(numbers.filter(([, number]) => number > 0));
}

/** Returns the end of a script for a host: another one after each time that the host joins again, so that it runs again. */
export function rejoinedLine(host: string, rejoins: Rejoins): string {
  const number = rejoins[host];
  return number === undefined ? '' : `# Joined again: ${number}\n`;
}
