// SPDX-License-Identifier: Apache-2.0
import type { ComparedFleet } from '../change-model.ts';
import { compareEnvironments } from '../change/compare-environments.ts';
import type { Cluster, Environment } from '../model.ts';
import { smallFleet } from './small-fleet.ts';

const [after] = smallFleet.environments;
if (after === undefined) throw new Error('the small fleet has no environment');

/** The cluster "shop" with one machine fewer, and a pool that is gone since. */
function earlier(cluster: Cluster): Cluster {
  const { value } = cluster.facts;
  if (value === undefined) return cluster;
  const groups = value.groups.flatMap((group) => [
    { ...group, machines: 2 },
    { ...group, name: 'old', machines: 1 },
  ]);
  return { ...cluster, facts: { value: { ...value, groups } } };
}

function earlierCapacity({ capacity }: Environment): Environment['capacity'] {
  const { value } = capacity;
  if (value === undefined) return capacity;
  const groupOf = { cluster: 'shop', cpu: 2, memoryMib: 10 * 1024, pods: 1 };
  const scenarios = value.scenarios.slice(0, 1).map((scenario) => ({
    ...scenario,
    hosts: scenario.hosts.map((host) => ({
      ...host,
      groups:
        host.name === 'h1'
          ? [
              { ...groupOf, name: 'web', machines: 1 },
              { ...groupOf, name: 'old', machines: 1 },
            ]
          : [{ ...groupOf, name: 'web', machines: 1 }],
    })),
  }));
  return { value: { ...value, scenarios } };
}

const before: Environment = {
  ...after,
  clusters: after.clusters.map(earlier),
  capacity: earlierCapacity(after),
};

const change = compareEnvironments(before, after);

/** The small fleet with before and after: a pool that grew, and one that is gone. */
export const comparedFleet: ComparedFleet = {
  ...smallFleet,
  change: {
    base: 'main',
    head: 'HEAD',
    from: '1111111111aaaaaaaaaa',
    to: '2222222222bbbbbbbbbb',
    files: [
      {
        file: 'stacks/user-cluster/Pulumi.prod.shop.yaml',
        kind: 'changed',
        environment: 'prod',
        ring: 'last',
        program: 'user-cluster',
        cluster: 'shop',
        keys: [
          { kind: 'changed', path: 'pools[web].replicas', before: '2', after: '3' },
          { kind: 'secret', path: 'pools[web].token' },
          { kind: 'removed', path: 'pools[old]', value: 'replicas 1' },
        ],
        rolls: [{ what: 'pool "web"', machines: 2 }],
      },
    ],
    environments: change === undefined ? [] : [change],
    before: [before],
    elsewhere: [{ place: 'docs', files: 1 }],
    canRollMore: false,
  },
};
