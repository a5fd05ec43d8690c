// SPDX-License-Identifier: Apache-2.0
import { backupJob, labelKeys } from '@strata/contracts';
import { etcdPort } from '../backup/etcd-endpoint.ts';
import { targetPort } from '../backup/repository.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { placesOf } from './outside.ts';
import { componentPods, machinesOf, tcp } from './policy-peers.ts';
import type { PolicySpec } from './policy-peers.ts';

/** Names of the policies that only clusters with backups have. */
export const backupPolicyNames = ['control-plane', 'etcd-clients', backupJob] as const;

const lastPort = 65_535;
const everybody = [{ podSelector: {} }];

/**
 * Allows the pods of a cluster everything among themselves. With backups, etcd of the control plane
 * listens for clients where all of them could reach it, so they are allowed all other ports there. Other
 * VMs of the control plane have etcd's keys anyway.
 */
export function sameCluster({
  config,
}: Pick<ClusterContext, 'config'>): Readonly<Record<string, PolicySpec>> {
  const within: PolicySpec = {
    podSelector: {},
    policyTypes: ['Ingress', 'Egress'],
    ingress: [{ from: everybody }],
    egress: [{ to: everybody }],
  };
  if (config.backup === undefined) return { 'same-cluster': within };
  const others = {
    matchExpressions: [{ key: labelKeys.role, operator: 'NotIn', values: ['control-plane'] }],
  };
  return {
    'same-cluster': { ...within, podSelector: others },
    'control-plane': {
      ...within,
      podSelector: machinesOf('control-plane'),
      ingress: [
        { from: [{ podSelector: machinesOf('control-plane') }] },
        {
          from: everybody,
          ports: [
            { protocol: 'TCP', port: 1, endPort: etcdPort - 1 },
            { protocol: 'TCP', port: etcdPort + 1, endPort: lastPort },
            { protocol: 'UDP', port: 1, endPort: lastPort },
            { protocol: 'SCTP', port: 1, endPort: lastPort },
          ],
        },
      ],
    },
  };
}

/** Allows the backup, and nobody else, to reach etcd, and the server that stores backups. */
export function backupPolicies(
  context: Pick<ClusterContext, 'config' | 'infra' | 'platform'>,
): Readonly<Record<string, PolicySpec>> {
  const { backup } = context.config;
  if (backup === undefined) return {};
  const port = targetPort(backup);
  const blocks = placesOf(backup.target.s3?.addresses, context);
  const toTarget =
    port === undefined ? [] : [{ to: blocks.map((ipBlock) => ({ ipBlock })), ports: tcp(port) }];
  const members = { podSelector: machinesOf('control-plane') };
  return {
    'etcd-clients': {
      podSelector: machinesOf('control-plane'),
      policyTypes: ['Ingress'],
      ingress: [{ from: [{ podSelector: componentPods(backupJob) }], ports: tcp(etcdPort) }],
    },
    [backupJob]: {
      podSelector: componentPods(backupJob),
      policyTypes: ['Egress'],
      egress: [{ to: [members], ports: tcp(etcdPort) }, ...toTarget],
    },
  };
}
