// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { labelKeys } from '@strata/contracts';

/** The spec of a NetworkPolicy. */
export type PolicySpec = types.input.networking.v1.NetworkPolicySpec;
type Peer = types.input.networking.v1.NetworkPolicyPeer;
type Selector = types.input.meta.v1.LabelSelector;
type Port = types.input.networking.v1.NetworkPolicyPort;

/** Ranges that may connect, by a rule of `ingress`; undefined means everybody. */
export type Sources = readonly string[] | undefined;

/** Selects every VM of the cluster; other pods in its namespace have no role. */
export const machines: Selector = {
  matchExpressions: [{ key: labelKeys.role, operator: 'Exists' }],
};

/** Selects all other pods in its namespace. */
export const notMachines: Selector = {
  matchExpressions: [{ key: labelKeys.role, operator: 'DoesNotExist' }],
};

/** Selects all pods that are neither VMs nor one of these components of Strata. */
export function notMachinesOrComponents(...components: readonly string[]): Selector {
  return {
    matchExpressions: [
      { key: labelKeys.role, operator: 'DoesNotExist' },
      { key: labelKeys.component, operator: 'NotIn', values: [...components] },
    ],
  };
}

/** Selects the VMs of one role. */
export function machinesOf(role: 'control-plane' | 'worker'): Selector {
  return { matchLabels: { [labelKeys.role]: role } };
}

/** Selects the pods of Strata's own programs in the cluster's namespace. */
export function componentPods(...components: readonly string[]): Selector {
  return {
    matchExpressions: [{ key: labelKeys.component, operator: 'In', values: [...components] }],
  };
}

/**
 * Selects the pods by which CDI reads the content of disks.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/common/common.go
 */
export function cdiPods(kind: 'importer' | 'cdi-clone-source'): Selector {
  return { matchLabels: { 'cdi.kubevirt.io': kind } };
}

/** Selects the pods between which CDI copies a volume that its storage cannot clone. */
export const cdiCopyPods: Selector = {
  matchExpressions: [
    {
      key: 'cdi.kubevirt.io',
      operator: 'In',
      values: ['cdi-upload-server', 'cdi-clone-source'],
    },
  ],
};

/** Selects some or all pods of another namespace. */
export function inNamespace(name: string, podSelector?: Selector): Peer {
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': name } };
  return podSelector === undefined ? { namespaceSelector } : { namespaceSelector, podSelector };
}

/** Returns TCP ports. */
export function tcp(...ports: readonly number[]): Port[] {
  return ports.map((port) => ({ protocol: 'TCP', port }));
}

/** Returns UDP ports. */
export function udp(...ports: readonly number[]): Port[] {
  return ports.map((port) => ({ protocol: 'UDP', port }));
}

/** Returns the range with one address. */
export function cidrOf(address: string): string {
  return address.includes(':') ? `${address}/128` : `${address}/32`;
}

/** Returns the peer with one address. */
export function host(address: string): Peer {
  return { ipBlock: { cidr: cidrOf(address) } };
}

/**
 * Returns a rule that opens ports to some sources, or to everybody. Everybody is expressed by naming
 * nobody, not by 0.0.0.0/0: some CNIs take that for "outside of the cluster", where traffic that a load
 * balancer passed through another host does not come from.
 */
export function open(ports: Port[], sources: Sources) {
  const from = sources?.map((cidr) => ({ ipBlock: { cidr } }));
  return [from === undefined ? { ports } : { from, ports }];
}
