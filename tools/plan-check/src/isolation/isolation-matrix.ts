// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace, labelKeys } from '@strata/contracts';
import type { ClusterRole } from '@strata/contracts';
import { evaluate } from '@strata/network-policies';
import type { Connection, Policy, PolicyPod, PolicyWorld } from '@strata/network-policies';
import { addressesIn, blocksOf } from './block-addresses.ts';
import type { Block } from './block-addresses.ts';
import { portRanges, sharedRanges } from './named-ports.ts';
import type { PortRange } from './named-ports.ts';

/** Networks in which a node of one cluster can reach another cluster. */
export const planes = ['pods', 'api', 'load balancers', 'vlan'] as const;

/** A network in which a node of one cluster can reach another cluster. */
export type Plane = (typeof planes)[number];

/** The reachable parts of a user cluster. */
export interface IsolatedCluster {
  readonly name: string;
  /** Labels of its namespace. */
  readonly labels: Readonly<Record<string, string>>;
  /** Policies in its namespace. */
  readonly policies: readonly Pick<Policy, 'spec'>[];
  /** Ranges of the infra cluster's pod network: a VM could have each address of these. */
  readonly podRanges: readonly string[];
  readonly endpoint: string;
  /** Ranges of addresses of its LoadBalancer Services. */
  readonly loadBalancers: readonly string[];
  /** Networks that its VMs have an interface in; no NetworkPolicy covers these. */
  readonly networks: readonly string[];
}

/** A possible connection from one cluster to another. */
export interface IsolationEdge {
  readonly from: string;
  readonly to: string;
  readonly plane: Plane;
  /** Port or network, such as `TCP 6443`. */
  readonly by: string;
}

/** A connection that is tried: the role of the VM that receives it, and the port. */
interface Probe {
  readonly plane: Exclude<Plane, 'vlan'>;
  readonly role: ClusterRole;
  readonly protocol: Connection['protocol'];
  readonly port: number;
}

/** Ports of a cluster's VMs that are tried whatever policies name. */
export const isolationProbes: readonly Probe[] = [
  { plane: 'pods', role: 'worker', protocol: 'TCP', port: 22 },
  { plane: 'pods', role: 'worker', protocol: 'TCP', port: 10_250 },
  { plane: 'pods', role: 'worker', protocol: 'UDP', port: 8473 },
  { plane: 'pods', role: 'control-plane', protocol: 'TCP', port: 2379 },
  { plane: 'api', role: 'control-plane', protocol: 'TCP', port: 6443 },
  { plane: 'load balancers', role: 'worker', protocol: 'TCP', port: 30_000 },
  { plane: 'load balancers', role: 'worker', protocol: 'TCP', port: 32_767 },
];

/** Ports of Services on nodes, which load balancers lead to. */
const nodePorts = { first: 30_000, last: 32_767 };

const includes = ({ first, last }: Pick<PortRange, 'first' | 'last'>, port: number) =>
  first <= port && port <= last;

/** Ports that the policies of a cluster let through. */
interface ClusterPorts {
  readonly egress: readonly PortRange[];
  readonly ingress: readonly PortRange[];
}

/** A cluster, and what its policies name. */
interface Judged {
  readonly cluster: IsolatedCluster;
  readonly ports: ClusterPorts;
  readonly egressBlocks: readonly Block[];
  /** Addresses of pods that its rules for egress tell apart. */
  readonly receivers: readonly string[];
  /** Addresses of pods that its rules for ingress tell apart. */
  readonly senders: readonly string[];
}

/** Returns a probe of each range that rules of both clusters let through, unless a usual one is in it. */
function namedProbes(from: ClusterPorts, to: ClusterPorts): Probe[] {
  const shared = sharedRanges(from.egress, to.ingress);
  const isUsual = (role: ClusterRole, range: PortRange) =>
    isolationProbes.some(
      (probe) =>
        probe.role === role && probe.protocol === range.protocol && includes(range, probe.port),
    );
  return (['worker', 'control-plane'] as const).flatMap((role) =>
    shared
      .filter((range) => !isUsual(role, range))
      .map(({ first: port, protocol }): Probe => {
        const plane = includes(nodePorts, port) ? 'load balancers' : 'pods';
        return { plane, role, protocol, port };
      }),
  );
}

/** Returns whether all usual probes like this one have a way already: one more port tells nothing new. */
function isTold(probe: Probe, found: readonly Probe[]): boolean {
  const alike = isolationProbes.filter(
    ({ protocol, role }) => protocol === probe.protocol && role === probe.role,
  );
  const onPlane = alike.filter(({ plane }) => plane === probe.plane);
  const usual = onPlane.length > 0 ? onPlane : alike;
  return usual.length > 0 && usual.every((one) => found.includes(one));
}

function machine({ name }: IsolatedCluster, role: ClusterRole, address: string): PolicyPod {
  return {
    namespace: clusterNamespace(name),
    labels: {
      'kubevirt.io': 'virt-launcher',
      [labelKeys.clusterName]: name,
      [labelKeys.role]: role,
    },
    address,
  };
}

/** Returns one VM of each role of a cluster, at each of some addresses. */
function machinesAt(cluster: IsolatedCluster, addresses: readonly string[]): PolicyPod[] {
  return addresses.flatMap((address) =>
    (['worker', 'control-plane'] as const).map((role) => machine(cluster, role, address)),
  );
}

/** Returns the addresses of pods that some rules tell apart. */
function podAddresses({ podRanges }: IsolatedCluster, blocks: readonly Block[]): string[] {
  return podRanges.flatMap((range) => addressesIn(range, blocks));
}

/** Returns one VM of each role of a cluster. */
export function machinesOf(cluster: IsolatedCluster): PolicyPod[] {
  return machinesAt(cluster, podAddresses(cluster, []));
}

/** Returns the namespaces of clusters, with their policies. */
export function policyWorld(clusters: readonly IsolatedCluster[]): PolicyWorld {
  return {
    namespaces: Object.fromEntries(
      clusters.map(({ labels, name }) => [
        clusterNamespace(name),
        { 'kubernetes.io/metadata.name': clusterNamespace(name), ...labels },
      ]),
    ),
    policies: clusters.flatMap(({ name, policies }) =>
      policies.map(({ spec }) => ({ namespace: clusterNamespace(name), spec })),
    ),
  };
}

/**
 * Returns the addresses in front of a cluster, and the ports that others would use there: at load
 * balancers also those that the others' own policies name.
 */
function doors({ endpoint, loadBalancers }: IsolatedCluster, { egressBlocks, ports }: Judged) {
  const protocol = 'TCP' as const;
  const usual = [80, 443].map((port) => ({ protocol, port }));
  const named = ports.egress
    .filter((range) => !range.isAll)
    .filter(
      (range) => range.protocol !== protocol || !usual.some(({ port }) => includes(range, port)),
    )
    .map((range) => ({ protocol: range.protocol, port: range.first }));
  return [
    { plane: 'api' as const, address: endpoint, protocol, port: 6443 },
    ...loadBalancers
      .flatMap((range) => addressesIn(range, egressBlocks))
      .flatMap((address) =>
        [...usual, ...named].map((one) => ({ plane: 'load balancers' as const, address, ...one })),
      ),
  ];
}

function edgesBetween(world: PolicyWorld, one: Judged, other: Judged): IsolationEdge[] {
  const [from, to] = [one.cluster, other.cluster];
  const edge = (plane: Plane, by: string) => ({ from: from.name, to: to.name, plane, by });
  const senders = machinesAt(from, other.senders);
  const receivers = machinesAt(to, one.receivers);
  const allowed = (connection: Omit<Connection, 'from'>) =>
    senders.some((sender) => evaluate(world, { from: sender, ...connection }).allowed);
  const isOpen = ({ port, protocol, role }: Probe) =>
    receivers
      .filter(({ labels }) => labels[labelKeys.role] === role)
      .some((receiver) => allowed({ to: receiver, protocol, port }));
  const usual = isolationProbes.filter(isOpen);
  const named = namedProbes(one.ports, other.ports).filter(
    (probe) => !isTold(probe, usual) && isOpen(probe),
  );
  const edges = [
    ...[...usual, ...named].map(({ plane, port, protocol }) => edge(plane, `${protocol} ${port}`)),
    ...doors(to, one)
      .filter(({ address, port, protocol }) => allowed({ to: address, protocol, port }))
      .map(({ address, plane, port, protocol }) =>
        edge(plane, `${protocol} ${port} of ${address}`),
      ),
    ...from.networks
      .filter((network) => to.networks.includes(network))
      .map((network) => edge('vlan', network)),
  ];
  return [...new Map(edges.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * Returns every possible connection from any cluster to any other, one port for all that are let through
 * together; if there is none, they are isolated.
 */
export function isolationEdges(clusters: readonly IsolatedCluster[]): IsolationEdge[] {
  const world = policyWorld(clusters);
  const all = clusters.map((cluster): Judged => {
    const { policies } = cluster;
    const egressBlocks = blocksOf(policies, 'egress');
    return {
      cluster,
      ports: { egress: portRanges(policies, 'egress'), ingress: portRanges(policies, 'ingress') },
      egressBlocks,
      receivers: podAddresses(cluster, egressBlocks),
      senders: podAddresses(cluster, blocksOf(policies, 'ingress')),
    };
  });
  return all.flatMap((one) =>
    all.filter((other) => other !== one).flatMap((other) => edgesBetween(world, one, other)),
  );
}

/**
 * Renders a table with one row for each pair of clusters and one column for each plane: `-`, or
 * what connects them.
 */
export function isolationTable(
  clusters: readonly Pick<IsolatedCluster, 'name'>[],
  edges: readonly IsolationEdge[],
): string[] {
  const cell = (from: string, to: string, plane: Plane) =>
    edges
      .filter((edge) => edge.from === from && edge.to === to && edge.plane === plane)
      .map(({ by }) => by)
      .join(', ') || '-';
  const rows = clusters.flatMap(({ name: from }) =>
    clusters
      .filter(({ name }) => name !== from)
      .map(({ name: to }) => [from, to, ...planes.map((plane) => cell(from, to, plane))]),
  );
  return [['from', 'to', ...planes], ...rows].map((row) => `| ${row.join(' | ')} |`);
}
