// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { join } from 'node:path';
import type { Instance } from '../instance.ts';
import { unlessRefused } from '../kubernetes/unless-refused.ts';
import { network } from '../network.ts';
import type { Component } from './components.ts';
import { identities } from './identities.ts';

/** Address at which the enforcer serves its health check. */
const healthAddress = '127.0.0.1:10255';

const group = 'rbac.authorization.k8s.io';

/**
 * Rights of the enforcer: what it reads. Upstream's install.yaml also has nodes and admin policies.
 */
const rights = [
  { apiGroups: [''], resources: ['pods', 'namespaces'], verbs: ['list', 'watch'] },
  {
    apiGroups: ['networking.k8s.io'],
    resources: ['networkpolicies'],
    verbs: ['list', 'watch'],
  },
];

const name = 'sandbox:network-policies';
const clusterRole = { apiVersion: `${group}/v1`, kind: 'ClusterRole', metadata: { name } };

/** Gives the enforcer of NetworkPolicies the right to read the objects that it decides by. */
export async function grantNetworkPolicies(api: ApiClient): Promise<void> {
  const base = `/apis/${group}/v1`;
  const create = (kind: string, body: object) =>
    unlessRefused(409, () => api.request('POST', `${base}/${kind}`, { body }));
  await create('clusterroles', { ...clusterRole, rules: rights });
  await create('clusterrolebindings', {
    apiVersion: `${group}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: group, kind: 'ClusterRole', name },
    subjects: [{ apiGroup: group, kind: 'User', name: identities['network-policies'] }],
  });
}

/**
 * Returns the component that enforces NetworkPolicies on every packet that the rack routes. It
 * starts before the first pod; while it does not run, no new connection to or from a pod is
 * possible.
 *
 * @see tools/toolchain/network-policies
 */
export function networkPolicies({ pkiDir }: Instance): Component {
  return {
    name: 'network-policies',
    tool: 'network-policies',
    args: [
      `--kubeconfig=${join(pkiDir, 'network-policies.kubeconfig')}`,
      `--health=${healthAddress}`,
      `--pods=${network.processPodCidr}`,
      `--pods=${network.processPodCidr6}`,
    ],
    readyUrl: `http://${healthAddress}/readyz`,
    stopGraceSeconds: 3,
  };
}
