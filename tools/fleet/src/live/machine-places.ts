// SPDX-License-Identifier: Apache-2.0
// Hosts of machines, by the planner and live. It runs in the browser.
import type { Environment } from '../model.ts';
import type { LiveFacts } from './live-schema.ts';

/** Machines of one group on one host. */
export interface MachinePlace {
  readonly host: string;
  readonly cluster: string;
  readonly group: string;
  /** Number that the planner puts there. */
  readonly planned: number;
  /** Names of those that run there. */
  readonly live: readonly string[];
}

type Place = Pick<MachinePlace, 'host' | 'cluster' | 'group'>;

const keyOf = ({ cluster, group, host }: Place) => JSON.stringify([host, cluster, group]);

/**
 * Returns the machines of each group on each host, by the planner and live, sorted by host; empty when
 * one of the two is unknown.
 */
export function machinePlaces({ capacity }: Environment, { machines }: LiveFacts): MachinePlace[] {
  const now = capacity.value?.scenarios.find(({ hostLoss }) => hostLoss === 0);
  if (now === undefined || machines.value === undefined) return [];
  const planned = now.hosts.flatMap(({ groups, name: host }) =>
    groups.map(({ cluster, machines: number, name }) => ({ host, cluster, group: name, number })),
  );
  const running = machines.value.flatMap(({ host, ...machine }) =>
    host === undefined ? [] : [{ ...machine, host }],
  );
  const [plan, live] = [Map.groupBy(planned, keyOf), Map.groupBy(running, keyOf)];
  return [...new Set([...plan.keys(), ...live.keys()])].sort().map((key) => {
    const [host = '', cluster = '', group = ''] = JSON.parse(key) as string[];
    const here = live.get(key) ?? [];
    return {
      host,
      cluster,
      group,
      planned: (plan.get(key) ?? []).reduce((sum, { number }) => sum + number, 0),
      live: here.map(({ name }) => name),
    };
  });
}
