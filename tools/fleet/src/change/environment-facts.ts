// SPDX-License-Identifier: Apache-2.0
import type {
  CapacityFacts,
  Cluster,
  CostFacts,
  Environment,
  MachineGroup,
  Source,
} from '../model.ts';
import { short } from '../page/units.ts';

/** Fact of an environment, in words. */
export interface Fact {
  /** Kind of fact, such as `machines`. */
  readonly what: string;
  /** Subject of the fact; unique among facts of its kind. */
  readonly name: string;
  readonly text: string;
  readonly source: Source;
}

function machinesText({ cpu, image, kubernetes, machines, memoryGiB, size }: MachineGroup): string {
  const has = cpu === undefined ? [] : [`${cpu} CPUs`, `${short(memoryGiB ?? 0)} GiB`];
  const parts = [...(size === '' ? [] : [size]), ...has, image, `Kubernetes ${kubernetes}`];
  return `${machines} of ${parts.join(', ')}`;
}

function profileFacts({ file, name, profiles }: Cluster): Fact[] {
  return profiles.map((profile) => ({
    what: 'profile',
    name: `${name} ${profile}`,
    text: 'extended',
    source: { file, key: 'config.user-cluster:extends' },
  }));
}

function clusterFacts({ facts, file, name }: Cluster): Fact[] {
  const { problem, value } = facts;
  if (problem !== undefined) {
    return [{ what: 'cluster', name, text: problem, source: { file, key: '' } }];
  }
  const kept = value.isProtected ? 'protected' : 'not protected';
  return [
    { what: 'cluster', name, text: `Kubernetes ${value.kubernetes}`, source: value.source },
    {
      what: 'destroy',
      name,
      text: `${kept}, volumes: ${value.volumes}`,
      source: { file, key: 'config.user-cluster:deletion' },
    },
    ...(value.expiry === undefined
      ? []
      : [{ what: 'expires', name, text: value.expiry.day, source: value.expiry.source }]),
    ...(value.hibernated === undefined
      ? []
      : [{ what: 'hibernated', name, text: 'no VMs in pools', source: value.hibernated }]),
    ...value.groups.flatMap((group) => [
      {
        what: 'machines',
        name: `${name}/${group.name}`,
        text: machinesText(group),
        source: group.source,
      },
      {
        what: 'drain of the host',
        name: `${name}/${group.name}`,
        text: group.onDrain,
        source: group.source,
      },
    ]),
    ...value.addresses.map(({ source, text, what }) => ({
      what: 'address',
      name: `${name} ${what}`,
      text,
      source,
    })),
    ...value.endings.map(({ lifetimeDays, source, what }) => ({
      what: 'ends by itself',
      name: `${name} ${what}`,
      text: `after ${lifetimeDays} days`,
      source,
    })),
  ];
}

function capacityFacts({ hosts, problems, sources }: CapacityFacts): Fact[] {
  return [
    ...hosts.map(({ cpu, memoryGiB, name, takesMachines, zone }) => ({
      what: 'host',
      name,
      text: `${cpu} CPUs, ${short(memoryGiB)} GiB in ${zone}${takesMachines ? '' : ', takes no machines'}`,
      source: sources.hosts,
    })),
    ...problems.map((problem) => ({
      what: 'limit of capacity',
      name: problem,
      text: 'not kept',
      source: sources.limits,
    })),
  ];
}

function costFacts({ all, clusters, currency, hosts, notPriced, source }: CostFacts): Fact[] {
  const what = 'cost a month';
  const text = (amount: string) => `${amount} ${currency}`;
  return [
    { what, name: 'all clusters', text: text(all.sum), source },
    ...clusters.map(({ name, sum }) => ({ what, name, text: text(sum), source })),
    ...(hosts?.value === undefined
      ? []
      : [{ what: 'paid for hosts', name: 'a month', text: text(hosts.value.paidFor), source }]),
    ...notPriced.map((name) => ({ what: 'not priced', name, text: 'in no sum', source })),
  ];
}

function platformFacts({ kubernetes, platform }: Environment): Fact[] {
  const { value } = platform;
  return [
    ...(value === undefined
      ? []
      : [
          { what: 'platform', name: 'release', text: value.release, source: value.source },
          { what: 'platform', name: 'KubeVirt', text: value.kubevirt, source: value.contents },
          { what: 'platform', name: 'CDI', text: value.cdi, source: value.contents },
        ]),
    ...(kubernetes.value === undefined
      ? []
      : [
          {
            what: 'infra cluster',
            name: 'Kubernetes',
            text: kubernetes.value.version,
            source: kubernetes.value.source,
          },
        ]),
  ];
}

function wayFacts({ isolation }: Environment): Fact[] {
  const { value } = isolation;
  if (value === undefined) return [];
  const pairs = Map.groupBy(value.ways, ({ from, plane, to }) => `${from} to ${to}, ${plane}`);
  return [...pairs].map(([name, ways]) => ({
    what: 'who reaches whom',
    name,
    text: ways
      .map(({ by, reason }) => `${reason === undefined ? 'open' : 'meant'}: ${by}`)
      .join('; '),
    source: value.intendedSource,
  }));
}

/** Areas that can be unknown as a whole. */
const areas = ['platform', 'kubernetes', 'capacity', 'cost', 'isolation'] as const;

function unknownFacts(environment: Environment): Fact[] {
  return areas.flatMap((name) => {
    const problem = environment[name]?.problem;
    if (problem === undefined) return [];
    return [{ what: 'not known', name, text: problem, source: { file: 'stacks', key: '' } }];
  });
}

function vlanFacts({ vlans }: Environment): Fact[] {
  return vlans.uses.map(({ bridge, cluster, network, source, vlan }) => ({
    what: 'VLAN',
    name: cluster === undefined ? network : `${cluster}/${network}`,
    text: bridge === undefined ? String(vlan) : `${vlan} of ${bridge}`,
    source,
  }));
}

/** Returns what a page shows of an environment as a list of facts that can be compared. */
export function environmentFacts(environment: Environment): Fact[] {
  const { value } = environment.capacity;
  return [
    ...platformFacts(environment),
    ...environment.clusters.flatMap(clusterFacts),
    ...environment.clusters.flatMap(profileFacts),
    ...vlanFacts(environment),
    ...wayFacts(environment),
    ...(value === undefined ? [] : capacityFacts(value)),
    ...(environment.cost?.value === undefined ? [] : costFacts(environment.cost.value)),
    ...unknownFacts(environment),
  ];
}
