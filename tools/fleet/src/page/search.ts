// SPDX-License-Identifier: Apache-2.0
import type { Environment, Fleet } from '../model.ts';
import type { Route } from './route.ts';

/** Search result. */
export interface Found {
  readonly kind: string;
  readonly text: string;
  readonly route: Route;
}

/** Number of results that are shown. */
export const shown = 30;

function entries(environment: Environment): Found[] {
  const { name, addresses, capacity, clusters } = environment;
  return [
    { kind: 'environment', text: name, route: { environment: name, view: 'overview' } },
    ...clusters.flatMap((cluster): Found[] => {
      const route = { environment: name, view: 'clusters', item: cluster.name } as const;
      const extended = cluster.profiles.map((profile) => ({
        kind: 'profile',
        text: `${profile} of ${cluster.name}`,
        route,
      }));
      const { groups = [], addresses: own = [], kubernetes = '' } = cluster.facts.value ?? {};
      return [
        { kind: 'cluster', text: `${cluster.name} Kubernetes ${kubernetes}`, route },
        ...extended,
        ...groups.map((group) => ({
          kind: 'pool',
          text: `${cluster.name}/${group.name} ${group.size} ${group.image}`,
          route,
        })),
        ...own.map(({ text, what }) => ({
          kind: what,
          text: `${text} of ${cluster.name}`,
          route,
        })),
      ];
    }),
    ...(capacity.value?.hosts ?? []).map((host) => ({
      kind: 'host',
      text: `${host.name} in ${host.zone}`,
      route: { environment: name, view: 'hosts', item: host.name } as const,
    })),
    ...addresses.flatMap((area) =>
      area.ranges.map(({ text }) => ({
        kind: 'range',
        text: `${text} for ${area.name}`,
        route: { environment: name, view: 'addresses' } as const,
      })),
    ),
  ];
}

/** Returns all entries that contain every word of a query, in the order of the fleet. */
export function search({ environments }: Fleet, query: string): Found[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return environments.flatMap((environment) =>
    entries(environment).filter(({ kind, text }) => {
      const all = `${environment.name} ${kind} ${text}`.toLowerCase();
      return words.every((word) => all.includes(word));
    }),
  );
}
