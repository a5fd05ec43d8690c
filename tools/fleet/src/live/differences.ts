// SPDX-License-Identifier: Apache-2.0
// Compares the files with what is live. It runs in the browser.
import type { Environment } from '../model.ts';
import type { LiveFacts, Reading } from './live-schema.ts';

/** Fact that is another one in the files than live. */
export interface Difference {
  /** Kind of fact, such as `Kubernetes`. */
  readonly what: string;
  /** Subject of the fact, such as `shop/web`. */
  readonly name: string;
  /** As the files have it. */
  readonly planned: string;
  readonly live: string;
  /** `bad` is broken or missing; `warn` may be an update on its way. */
  readonly tone: 'bad' | 'warn';
}

type VersionPair = readonly [
  what: string,
  name: string,
  planned: string | undefined,
  live: Reading<string>,
];

function versionDifferences(environment: Environment, facts: LiveFacts): Difference[] {
  const { clusters, kubernetes, platform } = environment;
  const pairs: readonly VersionPair[] = [
    ['Kubernetes', 'infra cluster', kubernetes.value?.version, facts.kubernetes],
    ['KubeVirt', environment.name, platform.value?.kubevirt, facts.kubevirt],
    ['CDI', environment.name, platform.value?.cdi, facts.cdi],
    ...facts.clusters.map((live): VersionPair => {
      const written = clusters.find(({ name }) => name === live.name);
      return ['Kubernetes', live.name, written?.facts.value?.kubernetes, live.kubernetes];
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
    ...missing.map((name) => ({ name, planned: 'a host', live: 'not there' })),
    ...more.map((name) => ({ name, planned: 'no host', live: 'there' })),
  ].map((one) => ({ what: 'host', ...one, tone: 'bad' }));
}

function machineDifferences(environment: Environment, facts: LiveFacts): Difference[] {
  const machines = facts.machines.value;
  if (machines === undefined) return [];
  const planned = new Map<string, number>(
    environment.clusters.flatMap((cluster) =>
      (cluster.facts.value?.groups ?? []).map(
        (group) => [`${cluster.name}/${group.name}`, group.machines] as const,
      ),
    ),
  );
  const counted = Map.groupBy(machines, ({ cluster, group }) => `${cluster}/${group}`);
  // How many machines a cluster should have, only its file says.
  const unread = environment.clusters.filter((cluster) => cluster.facts.value === undefined);
  const isRead = (key: string) => !unread.some(({ name }) => key.startsWith(`${name}/`));
  const numbers = [...new Set([...planned.keys(), ...counted.keys()])]
    .map((name) => ({
      name,
      planned: String(planned.get(name) ?? 0),
      live: String(counted.get(name)?.length ?? 0),
    }))
    .filter((one) => isRead(one.name) && one.planned !== one.live)
    .map((one): Difference => ({ what: 'machines', ...one, tone: 'bad' }));
  const notReady = machines
    .filter(({ ready }) => !ready)
    .map(({ cluster, name, phase }): Difference => ({
      what: 'machine',
      name: `${cluster}/${name}`,
      planned: 'ready',
      live: phase === 'Running' ? 'Running, not ready' : phase,
      tone: 'bad',
    }));
  return [...numbers, ...notReady];
}

/**
 * Returns what differs between the files of an environment and what is live, what is broken first. A
 * fact that one of the two does not know differs from nothing. Places of machines are not compared:
 * the planner's are only one of many that are right.
 */
export function differences(environment: Environment, facts: LiveFacts): Difference[] {
  return [
    ...nodeDifferences(facts),
    ...hostDifferences(environment, facts),
    ...machineDifferences(environment, facts),
    ...versionDifferences(environment, facts),
  ];
}
