// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace, labelKeys } from '@strata/contracts';
import type { ClusterRole } from '@strata/contracts';
import { evaluate } from '@strata/network-policies';
import type { Connection, Policy, PolicyPod, PolicyWorld } from '@strata/network-policies';

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

/** Probes that represent all traffic to a cluster's VMs: the role of the VM, and the port. */
export const isolationProbes: readonly {
  readonly plane: Exclude<Plane, 'vlan'>;
  readonly role: ClusterRole;
  readonly protocol: Connection['protocol'];
  readonly port: number;
}[] = [
  { plane: 'pods', role: 'worker', protocol: 'TCP', port: 22 },
  { plane: 'pods', role: 'worker', protocol: 'TCP', port: 10_250 },
  { plane: 'pods', role: 'worker', protocol: 'UDP', port: 8473 },
  { plane: 'pods', role: 'control-plane', protocol: 'TCP', port: 2379 },
  { plane: 'api', role: 'control-plane', protocol: 'TCP', port: 6443 },
  { plane: 'load balancers', role: 'worker', protocol: 'TCP', port: 30_000 },
  { plane: 'load balancers', role: 'worker', protocol: 'TCP', port: 32_767 },
];

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

/** Returns the addresses in front of a cluster, and the ports that others would use there. */
function doors({ endpoint, loadBalancers }: IsolatedCluster) {
  return [
    { plane: 'api' as const, address: endpoint, port: 6443 },
    ...loadBalancers.flatMap((address) =>
      [80, 443].map((port) => ({ plane: 'load balancers' as const, address, port })),
    ),
  ];
}

function edgesBetween(
  world: PolicyWorld,
  one: IsolatedCluster,
  other: IsolatedCluster,
): IsolationEdge[] {
  const edge = (plane: Plane, by: string) => ({ from: one.name, to: other.name, plane, by });
  const senders = machinesOf(one);
  const allowed = (connection: Omit<Connection, 'from'>) =>
    senders.some((from) => evaluate(world, { from, ...connection }).allowed);
  return [
    ...isolationProbes
      .filter(({ port, protocol, role }) => allowed({ to: machine(other, role), protocol, port }))
      .map(({ plane, port, protocol }) => edge(plane, `${protocol} ${port}`)),
    ...doors(other)
      .filter(({ address, port }) => allowed({ to: address, protocol: 'TCP', port }))
      .map(({ address, plane, port }) => edge(plane, `TCP ${port} of ${address}`)),
    ...one.networks
      .filter((network) => other.networks.includes(network))
      .map((network) => edge('vlan', network)),
  ];
}

/**
 * Returns every possible connection from any cluster to any other; if there is none, they are
 * isolated.
 */
export function isolationEdges(clusters: readonly IsolatedCluster[]): IsolationEdge[] {
  const world = policyWorld(clusters);
  return clusters.flatMap((one) =>
    clusters.filter((other) => other !== one).flatMap((other) => edgesBetween(world, one, other)),
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
