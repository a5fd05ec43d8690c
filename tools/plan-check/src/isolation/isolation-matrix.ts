// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace, labelKeys } from '@strata/contracts';
import type { ClusterRole } from '@strata/contracts';
import { evaluate } from '@strata/network-policies';
import type { Connection, Policy, PolicyPod, PolicyWorld } from '@strata/network-policies';
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
  /** Addresses of its VMs in the infra cluster's pod network. */
  readonly podAddresses: Readonly<Record<ClusterRole, string>>;
  readonly endpoint: string;
  /** Addresses of its LoadBalancer Services. */
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

function machine({ name, podAddresses }: IsolatedCluster, role: ClusterRole): PolicyPod {
  return {
    namespace: clusterNamespace(name),
    labels: {
      'kubevirt.io': 'virt-launcher',
      [labelKeys.clusterName]: name,
      [labelKeys.role]: role,
    },
    address: podAddresses[role],
  };
}

/** Returns one VM of each role of a cluster. */
export function machinesOf(cluster: IsolatedCluster): PolicyPod[] {
  return (['worker', 'control-plane'] as const).map((role) => machine(cluster, role));
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
function doors({ endpoint, loadBalancers }: IsolatedCluster, { egress }: ClusterPorts) {
  const protocol = 'TCP' as const;
  const usual = [80, 443].map((port) => ({ protocol, port }));
  const named = egress
    .filter((range) => !range.isAll)
    .filter(
      (range) => range.protocol !== protocol || !usual.some(({ port }) => includes(range, port)),
    )
    .map((range) => ({ protocol: range.protocol, port: range.first }));
  return [
    { plane: 'api' as const, address: endpoint, protocol, port: 6443 },
    ...loadBalancers.flatMap((address) =>
      [...usual, ...named].map((one) => ({ plane: 'load balancers' as const, address, ...one })),
    ),
  ];
}

function edgesBetween(
  world: PolicyWorld,
  [one, ports]: readonly [IsolatedCluster, ClusterPorts],
  [other, otherPorts]: readonly [IsolatedCluster, ClusterPorts],
): IsolationEdge[] {
  const edge = (plane: Plane, by: string) => ({ from: one.name, to: other.name, plane, by });
  const senders = machinesOf(one);
  const allowed = (connection: Omit<Connection, 'from'>) =>
    senders.some((from) => evaluate(world, { from, ...connection }).allowed);
  const isOpen = ({ port, protocol, role }: Probe) =>
    allowed({ to: machine(other, role), protocol, port });
  const usual = isolationProbes.filter(isOpen);
  const named = namedProbes(ports, otherPorts).filter(
    (probe) => !isTold(probe, usual) && isOpen(probe),
  );
  const edges = [
    ...[...usual, ...named].map(({ plane, port, protocol }) => edge(plane, `${protocol} ${port}`)),
    ...doors(other, ports)
      .filter(({ address, port, protocol }) => allowed({ to: address, protocol, port }))
      .map(({ address, plane, port, protocol }) =>
        edge(plane, `${protocol} ${port} of ${address}`),
      ),
    ...one.networks
      .filter((network) => other.networks.includes(network))
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
  const all = clusters.map((cluster) => {
    const ranges = (direction: keyof ClusterPorts) => portRanges(cluster.policies, direction);
    return [cluster, { egress: ranges('egress'), ingress: ranges('ingress') }] as const;
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
