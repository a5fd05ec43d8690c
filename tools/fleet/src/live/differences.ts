// SPDX-License-Identifier: Apache-2.0
import type { Environment } from '../model.ts';
import type { Asked, LiveFacts } from './live-schema.ts';

/** Fact that is another one in the files than live. */
export interface Difference {
  /** Kind of fact, such as `Kubernetes`. */
  readonly what: string;
  /** What it is about, such as `shop/web`. */
  readonly name: string;
  /** By the files; of places of machines, by the planner. */
  readonly planned: string;
  readonly live: string;
  /** `bad` needs somebody; `calm` can be meant, such as a machine on another host. */
  readonly tone: 'bad' | 'warn' | 'calm';
}

type Versions = readonly [what: string, name: string, planned: string | undefined, live: Asked<string>];

function versionDifferences(environment: Environment, facts: LiveFacts): Difference[] {
  const { clusters, kubernetes, platform } = environment;
  const pairs: readonly Versions[] = [
    ['Kubernetes', 'infra cluster', kubernetes.value?.version, facts.kubernetes],
    ['KubeVirt', environment.name, platform.value?.kubevirt, facts.kubevirt],
    ['CDI', environment.name, platform.value?.cdi, facts.cdi],
    ...facts.clusters.map((live): Versions => {
      const files = clusters.find(({ name }) => name === live.name);
      return ['Kubernetes', live.name, files?.facts.value?.kubernetes, live.kubernetes];
    }),
  ];
  return pairs.flatMap(([what, name, planned, { value }]) =>
    planned === undefined || value === undefined || planned === value
      ? []
      : [{ what, name, planned, live: value, tone: 'warn' as const }],
  );
}

function nodeDifferences({ clusters, hosts }: LiveFacts): Difference[] {
  const places = [
    { what: 'host', prefix: '', nodes: hosts },
    ...clusters.map(({ name, nodes }) => ({ what: 'node', prefix: `${name}/`, nodes })),
  ];
  return places.flatMap(({ nodes, prefix, what }) =>
    (nodes.value ?? [])
      .filter(({ ready }) => ready !== 'ready')
      .map(({ name, ready }) => ({
        what,
        name: `${prefix}${name}`,
        planned: 'ready',
        live: ready,
        tone: 'bad' as const,
      })),
  );
}

function hostDifferences({ capacity }: Environment, { hosts }: LiveFacts): Difference[] {
  const planned = capacity.value?.hosts.map(({ name }) => name);
  const live = hosts.value?.map(({ name }) => name);
  if (planned === undefined || live === undefined) return [];
  const missing = planned.filter((name) => !live.includes(name));
  const more = live.filter((name) => !planned.includes(name));
  return [
    ...missing.map((name) => ({ name, planned: 'a host', live: 'is not there' })),
    ...more.map((name) => ({ name, planned: 'no host', live: 'is there' })),
  ].map((one) => ({ what: 'host', ...one, tone: 'bad' as const }));
}

/** Group of machines on one host, by the planner and live. */
export interface GroupOnHost {
  readonly host: string;
  readonly cluster: string;
  readonly group: string;
  readonly planned: number;
  readonly live: number;
}

function countBy<T>(all: readonly T[], keyOf: (one: T) => string, by: (one: T) => number) {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + by(one));
  return counts;
}

/**
 * Returns how many machines of each group are on each host, by the planner and live, where either has
 * one; empty when one of the two is not known.
 */
export function groupsOnHosts({ capacity }: Environment, facts: LiveFacts): GroupOnHost[] {
  const now = capacity.value?.scenarios.find(({ hostLoss }) => hostLoss === 0);
  const machines = facts.machines.value;
  if (now === undefined || machines === undefined) return [];
  const places = now.hosts.flatMap(({ groups, name }) =>
    groups.map((one) => ({ host: name, cluster: one.cluster, group: one.name, number: one.machines })),
  );
  const running = machines.flatMap(({ cluster, group, host }) =>
    host === undefined ? [] : [{ host, cluster, group, number: 1 }],
  );
  const keyOf = ({ cluster, group, host }: (typeof places)[number]) => `${host} ${cluster} ${group}`;
  const number = (one: (typeof places)[number]) => one.number;
  const [planned, live] = [countBy(places, keyOf, number), countBy(running, keyOf, number)];
  return [...new Set([...planned.keys(), ...live.keys()])].sort().map((key) => {
    const [host = '', cluster = '', group = ''] = key.split(' ');
    return { host, cluster, group, planned: planned.get(key) ?? 0, live: live.get(key) ?? 0 };
  });
}

function placeDifferences(environment: Environment, facts: LiveFacts): Difference[] {
  return groupsOnHosts(environment, facts)
    .filter(({ live, planned }) => live !== planned)
    .map(({ cluster, group, host, live, planned }) => ({
      what: 'machines on a host',
      name: `${cluster}/${group} on ${host}`,
      planned: String(planned),
      live: String(live),
      tone: 'calm' as const,
    }));
}

function machineDifferences(environment: Environment, facts: LiveFacts): Difference[] {
  const machines = facts.machines.value;
  if (machines === undefined) return [];
  const written = environment.clusters.flatMap((cluster) =>
    (cluster.facts.value?.groups ?? []).map((group) => ({ key: `${cluster.name}/${group.name}`, group })),
  );
  const counted = countBy(machines, ({ cluster, group }) => `${cluster}/${group}`, () => 1);
  const planned = new Map(written.map(({ group, key }) => [key, group.machines]));
  // Of a cluster whose file cannot be read nobody knows what it should have.
  const unread = environment.clusters.filter(({ facts: of }) => of.value === undefined);
  const isKnown = (key: string) => !unread.some(({ name }) => key.startsWith(`${name}/`));
  const numbers = [...new Set([...planned.keys(), ...counted.keys()])]
    .filter((key) => isKnown(key) && (planned.get(key) ?? 0) !== (counted.get(key) ?? 0))
    .map((key) => ({
      what: 'machines',
      name: key,
      planned: String(planned.get(key) ?? 0),
      live: String(counted.get(key) ?? 0),
      tone: 'bad' as const,
    }));
  const stopped = machines
    .filter(({ ready }) => !ready)
    .map(({ cluster, name, phase }) => ({
      what: 'machine',
      name: `${cluster}/${name}`,
      planned: 'ready',
      live: phase === 'Running' ? 'Running, not ready' : phase,
      tone: 'bad' as const,
    }));
  return [...numbers, ...stopped];
}

/** Returns what differs between the files of an environment and what is live, worst first. */
export function differences(environment: Environment, facts: LiveFacts): Difference[] {
  const all = [
    ...nodeDifferences(facts),
    ...hostDifferences(environment, facts),
    ...machineDifferences(environment, facts),
    ...versionDifferences(environment, facts),
    ...placeDifferences(environment, facts),
  ];
  const order = ['bad', 'warn', 'calm'];
  return all.sort((one, other) => order.indexOf(one.tone) - order.indexOf(other.tone));
}
