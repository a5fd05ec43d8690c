// SPDX-License-Identifier: Apache-2.0
import type { MachineMove } from '../change-model.ts';
import type { PlacedHost } from '../model.ts';

/** Machines of a group by host. */
type Counts = Map<string, number>;

/** Number of machines on a host that are more, or fewer, than before. */
interface Difference {
  readonly host: string;
  left: number;
}

const none: Counts = new Map<string, number>();

function countsOf(hosts: readonly PlacedHost[]): Map<string, Counts> {
  const groups = new Map<string, Counts>();
  for (const host of hosts) {
    for (const { cluster, machines, name } of host.groups) {
      const key = JSON.stringify([cluster, name]);
      const counts = groups.get(key) ?? new Map<string, number>();
      groups.set(key, counts.set(host.name, machines));
    }
  }
  return groups;
}

function differences(before: Counts, after: Counts): Difference[] {
  return [...before.keys(), ...after.keys()]
    .filter((host, index, all) => all.indexOf(host) === index)
    .map((host) => ({ host, left: (after.get(host) ?? 0) - (before.get(host) ?? 0) }));
}

/** Pairs hosts with fewer machines with hosts that have more; the rest is new or gone. */
function pair(all: readonly Difference[]): Omit<MachineMove, 'cluster' | 'group'>[] {
  const fewer = all.filter(({ left }) => left < 0).map((one) => ({ ...one, left: -one.left }));
  const more = all.filter(({ left }) => left > 0);
  const moves: Omit<MachineMove, 'cluster' | 'group'>[] = [];
  for (const from of fewer) {
    for (const to of more) {
      const machines = Math.min(from.left, to.left);
      if (machines === 0) continue;
      from.left -= machines;
      to.left -= machines;
      moves.push({ machines, from: from.host, to: to.host });
    }
  }
  return [
    ...moves,
    ...more.flatMap(({ host, left }) => (left === 0 ? [] : [{ machines: left, to: host }])),
    ...fewer.flatMap(({ host, left }) => (left === 0 ? [] : [{ machines: left, from: host }])),
  ];
}

/**
 * Returns the machines that the planner puts on another host, puts somewhere for the first time, or
 * no longer has, group by group.
 */
export function machineMoves(
  before: readonly PlacedHost[],
  after: readonly PlacedHost[],
): MachineMove[] {
  const [olds, news] = [countsOf(before), countsOf(after)];
  return [...new Set([...olds.keys(), ...news.keys()])].flatMap((key) => {
    const [cluster = '', group = ''] = JSON.parse(key) as string[];
    const all = differences(olds.get(key) ?? none, news.get(key) ?? none);
    return pair(all).map((move) => ({ cluster, group, ...move }));
  });
}
