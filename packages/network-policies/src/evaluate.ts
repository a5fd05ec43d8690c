// SPDX-License-Identifier: Apache-2.0
import { BlockList, isIPv6 } from 'node:net';

/**
 * Evaluates NetworkPolicies by the Kubernetes documentation and API reference. It shares no code
 * with the programs that render policies, because it is there to find their mistakes.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 * @see https://kubernetes.io/docs/reference/kubernetes-api/policy-resources/network-policy-v1/
 */

type Labels = Readonly<Record<string, string>>;

export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

export interface PolicyPeer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

export interface PolicyPort {
  readonly protocol?: string;
  readonly port?: number | string;
  readonly endPort?: number;
}

/** The parts of a NetworkPolicy that matter for its evaluation. */
export interface Policy {
  readonly namespace: string;
  readonly spec: {
    readonly podSelector?: Selector;
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly {
      readonly from?: readonly PolicyPeer[];
      readonly ports?: readonly PolicyPort[];
    }[];
    readonly egress?: readonly {
      readonly to?: readonly PolicyPeer[];
      readonly ports?: readonly PolicyPort[];
    }[];
  };
}

/** A pod with an address. */
export interface PolicyPod {
  readonly namespace: string;
  readonly labels: Labels;
  readonly address: string;
  /** Addresses of the node that it is on. @default none: its node is not known */
  readonly nodeAddresses?: readonly string[];
  /** Its named ports. */
  readonly ports?: readonly {
    readonly name: string;
    readonly protocol: string;
    readonly port: number;
  }[];
}

/** A pod, or an address that belongs to no pod. */
export type End = PolicyPod | string;

/** An attempt to connect. */
export interface Connection {
  readonly from: End;
  readonly to: End;
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly port: number;
}

/** Everything that an evaluation depends on. */
export interface PolicyWorld {
  /** The labels of every namespace. */
  readonly namespaces: Readonly<Record<string, Labels>>;
  readonly policies: readonly Policy[];
}

/** The result for each end. */
export interface Verdict {
  readonly allowed: boolean;
  /** Whether the sender's policies allow it. */
  readonly egress: boolean;
  /** Whether the receiver's policies allow it. */
  readonly ingress: boolean;
}

/** Returns whether a connection is possible; both ends must allow it. */
export function evaluate(world: PolicyWorld, connection: Connection): Verdict {
  const { from, to } = connection;
  // A pod cannot block access to itself.
  const toItself = typeof from !== 'string' && from === to;
  const egress = toItself || isAllowed(world, connection, 'Egress');
  const ingress = toItself || isAllowed(world, connection, 'Ingress');
  return { allowed: egress && ingress, egress, ingress };
}

function isAllowed(
  { namespaces, policies }: PolicyWorld,
  connection: Connection,
  direction: 'Ingress' | 'Egress',
): boolean {
  const [self, other] =
    direction === 'Egress' ? [connection.from, connection.to] : [connection.to, connection.from];
  if (typeof self === 'string') return true;
  // "Traffic to and from the node where a Pod is running is always allowed."
  if (self.nodeAddresses?.includes(addressOf(other)) === true) return true;
  const isolating = policiesIn(policies, self.namespace).filter(
    ({ spec }) => typesOf(spec).includes(direction) && selects(spec.podSelector ?? {}, self.labels),
  );
  // A pod that no policy selects is not isolated; the policies that select it are additive.
  if (isolating.length === 0) return true;
  return isolating.some(({ namespace, spec }) =>
    rulesOf(spec, direction).some(
      ({ peers, ports }) =>
        (peers.length === 0 || peers.some((peer) => matches(peer, other, namespace, namespaces))) &&
        (ports.length === 0 || ports.some((port) => admits(port, connection))),
    ),
  );
}

/** Policies by namespace, cached: judging a hundred clusters looks each up a million times. */
const byNamespace = new WeakMap<readonly Policy[], ReadonlyMap<string, readonly Policy[]>>();

function policiesIn(policies: readonly Policy[], namespace: string): readonly Policy[] {
  const known = byNamespace.get(policies) ?? Map.groupBy(policies, (policy) => policy.namespace);
  byNamespace.set(policies, known);
  return known.get(namespace) ?? [];
}

function addressOf(end: End): string {
  return typeof end === 'string' ? end : end.address;
}

/**
 * Returns the types of a policy. Without `policyTypes`, it is for Ingress, and for Egress if it has
 * such rules.
 */
function typesOf({ policyTypes, egress = [] }: Policy['spec']): readonly string[] {
  return policyTypes ?? (egress.length > 0 ? ['Ingress', 'Egress'] : ['Ingress']);
}

function rulesOf({ ingress = [], egress = [] }: Policy['spec'], direction: 'Ingress' | 'Egress') {
  return direction === 'Ingress'
    ? ingress.map(({ from = [], ports = [] }) => ({ peers: from, ports }))
    : egress.map(({ to = [], ports = [] }) => ({ peers: to, ports }));
}

function matches(
  { ipBlock, namespaceSelector, podSelector }: PolicyPeer,
  end: End,
  policyNamespace: string,
  namespaces: PolicyWorld['namespaces'],
): boolean {
  if (ipBlock !== undefined) {
    const address = addressOf(end);
    return (
      isIn(address, ipBlock.cidr) &&
      !(ipBlock.except ?? []).some((exception) => isIn(address, exception))
    );
  }
  if (typeof end === 'string') return false;
  const rightNamespace =
    namespaceSelector === undefined
      ? end.namespace === policyNamespace
      : selects(namespaceSelector, namespaces[end.namespace] ?? {});
  return rightNamespace && selects(podSelector ?? {}, end.labels);
}

/**
 * Returns whether a selector matches: an empty one matches everything, otherwise all of its
 * conditions must hold.
 */
export function selects(
  { matchLabels = {}, matchExpressions = [] }: Selector,
  labels: Labels,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'Exists') return value !== undefined;
      if (operator === 'DoesNotExist') return value === undefined;
      const isOneOf = value !== undefined && values.includes(value);
      if (operator === 'In') return isOneOf;
      if (operator === 'NotIn') return !isOneOf;
      throw new Error(`unknown operator "${operator}"`);
    })
  );
}

/**
 * Returns whether a rule's ports match. The protocol defaults to TCP, the port to all of them; a
 * name is one of the receiver's ports.
 */
function admits(
  { endPort, port, protocol = 'TCP' }: PolicyPort,
  { port: wanted, protocol: spoken, to }: Connection,
): boolean {
  if (protocol !== spoken) return false;
  if (port === undefined) return true;
  if (typeof port === 'number') return port <= wanted && wanted <= (endPort ?? port);
  if (typeof to === 'string') return false;
  return (to.ports ?? []).some(
    (one) => one.name === port && one.protocol === spoken && one.port === wanted,
  );
}

/** Parsed ranges, cached: parsing one takes much longer than matching it. */
const blocks = new Map<string, BlockList>();

function isIn(address: string, cidr: string): boolean {
  const [network = '', prefix = ''] = cidr.split('/');
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  if ((isIPv6(address) ? 'ipv6' : 'ipv4') !== family) return false;
  const block = blocks.get(cidr) ?? new BlockList();
  if (!blocks.has(cidr)) block.addSubnet(network, Number(prefix), family);
  blocks.set(cidr, block);
  return block.check(address, family);
}
