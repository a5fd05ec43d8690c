// SPDX-License-Identifier: Apache-2.0
import type { Fleet, PlacedGroup, PlacedHost } from '../model.ts';
import { answer, prod, sentences, stepLines } from '../testing/ask.ts';
import { smallFleet } from '../testing/small-fleet.ts';

/** The small fleet with these control planes of its infra cluster. */
function withControlPlanes(...controlPlanes: readonly string[]): Fleet {
  const { value } = prod.capacity;
  if (value === undefined) throw new Error('the small fleet has no capacity');
  const made = { file: 'stacks/infra/Pulumi.prod.yaml', key: 'config.infra:hosts' };
  const capacity = { value: { ...value, controlPlanes, sources: { ...value.sources, made } } };
  return { ...smallFleet, environments: [{ ...prod, capacity }] };
}

test('the loss of the only control plane of the infra cluster is the loss of its API', () => {
  const said = answer(withControlPlanes('h1'), 'host-lost', 'h1');
  expect(sentences(said)).toEqual([
    [
      'bad',
      'the infra cluster loses its API: 0 of its 1 control planes are left, and its etcd needs 1. Machines on other hosts run on; none is started, stopped or moved, no volume is attached, and no address of a load balancer changes before docs/runbooks/recover-etcd.md is done',
    ],
    ['calm', 'the other hosts have room for 3 machines of it'],
    [
      'warn',
      'once the infra cluster has its API again, none of them starts elsewhere until somebody has switched each lost host off for certain and declared it dead: kubectl taint node HOST node.kubernetes.io/out-of-service=nodeshutdown:NoExecute',
    ],
  ]);
  expect(said.machines.map(({ effect }) => effect)).toEqual([
    'has room on h2, and starts nowhere before the infra cluster has its API again',
  ]);
  expect(stepLines(said).slice(0, 2)).toEqual([
    [
      'prod',
      'the API of the infra cluster, before anything else',
      undefined,
      'see docs/runbooks/recover-etcd.md',
    ],
    [
      'prod',
      'if it does not come back: the infra cluster without it, or with another host in its place (docs/runbooks/replace-host.md)',
      'stacks/infra/Pulumi.prod.yaml',
      'infra:hosts: h1',
    ],
  ]);
});

test('the loss of one of three control planes of the infra cluster leaves a quorum', () => {
  const said = answer(withControlPlanes('h1', 'm1', 'm2'), 'host-lost', 'h1');
  expect(sentences(said).slice(0, 2)).toEqual([
    [
      'warn',
      'the infra cluster keeps its API: 2 of its 3 control planes are left, and its etcd needs 2',
    ],
    ['good', 'the other hosts have room for 3 machines of it'],
  ]);
  expect(said.machines.map(({ effect }) => effect)).toEqual([
    'can start on h2 once the lost host is declared dead',
  ]);
});

test('a lost control plane that takes no machines of user clusters is called what it is', () => {
  const fleet = withControlPlanes('h1');
  const environments = fleet.environments.map((one) => {
    const { value } = one.capacity;
    const hosts = (value?.hosts ?? []).map((host) => ({ ...host, takesMachines: false }));
    const capacity = value && { value: { ...value, hosts, scenarios: [] } };
    return { ...one, ...(capacity && { capacity }) };
  });
  const said = answer({ ...fleet, environments }, 'host-lost', 'h1');
  expect(sentences(said).slice(1)).toEqual([
    ['calm', 'h1 is a control plane of the infra cluster and takes no machines of user clusters'],
    ['calm', 'no machine of a user cluster is there'],
  ]);
});

/** The small fleet with other facts about its hosts, and about the machines on the first. */
function placed(
  group: Partial<PlacedGroup>,
  others: Partial<PlacedHost>,
  localDisks: readonly string[] = [],
): Fleet {
  const { value } = prod.capacity;
  if (value === undefined) throw new Error('the small fleet has no capacity');
  const scenarios = value.scenarios.map((scenario) => ({
    ...scenario,
    hosts: scenario.hosts.map((host) =>
      host.name === 'h1'
        ? { ...host, groups: host.groups.map((one) => ({ ...one, ...group })) }
        : { ...host, ...others },
    ),
  }));
  const clusters = prod.clusters.map((cluster) => {
    const facts = cluster.facts.value;
    if (facts === undefined) return cluster;
    const groups = facts.groups.map((one) => ({ ...one, localDisks }));
    return { ...cluster, facts: { value: { ...facts, groups } } };
  });
  const capacity = { value: { ...value, scenarios } };
  return { ...smallFleet, environments: [{ ...prod, capacity, clusters }] };
}

const noRoom = (count: number) => ['bad', `no host has room for ${count} of 3 machines`];

test.each<[string, Fleet, number]>([
  ['whose taints they do not tolerate', placed({ onlyOn: ['h1'] }, {}), 3],
  ['whose kubelet takes no more pods', placed({ pods: 2 }, { freePods: 4 }), 1],
  ['whose free CPUs are a third short', placed({ cpu: 4 / 3 }, { freeCpu: 11 / 3 }), 1],
])('machines of a lost host do not start on a host %s', (_, fleet, count) => {
  expect(sentences(answer(fleet, 'host-lost', 'h1'))[0]).toEqual(noRoom(count));
});

test('machines of a lost host start on a host whose free CPUs are exactly theirs', () => {
  const fleet = placed({ cpu: 4 / 3 }, { freeCpu: 4 });
  expect(sentences(answer(fleet, 'host-lost', 'h1'))[0]).toEqual([
    'good',
    'the other hosts have room for 3 machines of it',
  ]);
});

test('machines whose disks are on the lost host stay down', () => {
  const said = answer(placed({}, {}, ['root']), 'host-lost', 'h1');
  expect(sentences(said)).toEqual([
    ['bad', '3 machines stay down: other hosts, or those of other zones, cannot reach their disks'],
  ]);
  expect(said.machines.map(({ effect, machines }) => [machines, effect])).toEqual([
    [3, 'stays down until its host is back, unless another host reaches its disks'],
  ]);
});
