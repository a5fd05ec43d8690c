// SPDX-License-Identifier: Apache-2.0
import type { ClusterContext } from '../cluster-context.ts';
import { portOf } from '../checks/check-server.ts';
import type { OutsideServer } from '../checks/check-server.ts';
import { placesOf } from './outside.ts';
import { machinesOf, tcp } from './policy-peers.ts';
import type { PolicySpec } from './policy-peers.ts';

/** Name of the policy that only clusters with issuers have. */
export const issuersPolicy = 'issuers';
/** Name of the policy that only clusters with a webhook of their audit log have. */
export const auditPolicyName = 'audit-webhook';
/** Name of the policy that only clusters with a repository have. */
export const deliveryPolicyName = 'delivery';

const listed = (server: OutsideServer | undefined) => (server === undefined ? [] : [server]);

type Context = Pick<ClusterContext, 'config' | 'infra' | 'platform'>;

/** Returns a policy by which the VMs of a role reach servers, if there are any. */
function reach(
  name: string,
  role: 'control-plane' | 'worker',
  servers: readonly OutsideServer[],
  context: Context,
): Readonly<Record<string, PolicySpec>> {
  if (servers.length === 0) return {};
  return {
    [name]: {
      podSelector: machinesOf(role),
      policyTypes: ['Egress'],
      egress: servers.map((server) => ({
        to: placesOf(server.addresses, context).map((ipBlock) => ({ ipBlock })),
        ports: tcp(portOf(server.url)),
      })),
    },
  };
}

/**
 * Allows the API server, and nobody else, to reach the servers that its cluster names: the issuers whose
 * tokens it takes, and the one that takes its audit log. Pods of the cluster reach the Git server from which
 * Flux delivers; they run on the workers.
 */
export function serverPolicies(context: Context): Readonly<Record<string, PolicySpec>> {
  const { audit, delivery, oidc } = context.config;
  return {
    ...reach(issuersPolicy, 'control-plane', oidc.issuers, context),
    ...reach(auditPolicyName, 'control-plane', listed(audit.webhook), context),
    ...reach(deliveryPolicyName, 'worker', listed(delivery.flux), context),
  };
}
