// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { labelKeys } from '@strata/contracts';

/** The spec of a NetworkPolicy. */
export type PolicySpec = types.input.networking.v1.NetworkPolicySpec;
type Peer = types.input.networking.v1.NetworkPolicyPeer;
type Selector = types.input.meta.v1.LabelSelector;
type Port = types.input.networking.v1.NetworkPolicyPort;

/** Who may connect, by a rule of `ingress`; undefined means whoever. */
export type Sources = readonly string[] | undefined;

/** Every machine of the cluster; what else runs in its namespace has no role. */
export const machines: Selector = {
  matchExpressions: [{ key: labelKeys.role, operator: 'Exists' }],
};

/** What else runs in its namespace. */
export const notMachines: Selector = {
  matchExpressions: [{ key: labelKeys.role, operator: 'DoesNotExist' }],
};

/** What else runs there, but for some of Strata's own programs. */
export function notMachinesOrComponents(...components: readonly string[]): Selector {
  return {
    matchExpressions: [
      { key: labelKeys.role, operator: 'DoesNotExist' },
      { key: labelKeys.component, operator: 'NotIn', values: [...components] },
    ],
  };
}

/** The machines of one role. */
export function machinesOf(role: 'control-plane' | 'worker'): Selector {
  return { matchLabels: { [labelKeys.role]: role } };
}

/** The pods of Strata's own programs in the cluster's namespace. */
export function componentPods(...components: readonly string[]): Selector {
  return {
    matchExpressions: [{ key: labelKeys.component, operator: 'In', values: [...components] }],
  };
}

/** Pods by which CDI fills disks. @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/common/common.go */
export function cdiPods(kind: 'importer' | 'cdi-upload-server' | 'cdi-clone-source'): Selector {
  return { matchLabels: { 'cdi.kubevirt.io': kind } };
}

/** Some or all pods of another namespace. */
export function inNamespace(name: string, podSelector?: Selector): Peer {
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': name } };
  return podSelector === undefined ? { namespaceSelector } : { namespaceSelector, podSelector };
}

/** TCP ports. */
export function tcp(...ports: readonly number[]): Port[] {
  return ports.map((port) => ({ protocol: 'TCP', port }));
}

/** UDP ports. */
export function udp(...ports: readonly number[]): Port[] {
  return ports.map((port) => ({ protocol: 'UDP', port }));
}

/** One address. */
export function host(address: string): Peer {
  return { ipBlock: { cidr: address.includes(':') ? `${address}/128` : `${address}/32` } };
}

/**
 * A rule that opens ports to some, or to whoever. Whoever is said by naming nobody, not by
 * 0.0.0.0/0: some CNIs take that for "outside of the cluster", where traffic that a load balancer
 * passed through another host does not come from.
 */
export function open(ports: Port[], sources: Sources) {
  const from = sources?.map((cidr) => ({ ipBlock: { cidr } }));
  return [from === undefined ? { ports } : { from, ports }];
}
