// SPDX-License-Identifier: Apache-2.0
import type { ClusterContext } from '../cluster-context.ts';
import type { OutsideServer } from '../checks/check-server.ts';
import { placesOf } from './outside.ts';
import { machinesOf, tcp } from './policy-peers.ts';
import type { PolicySpec } from './policy-peers.ts';

/** Name of the policy that only clusters with issuers have. */
export const issuersPolicy = 'issuers';
/** Name of the policy that only clusters with a webhook of their audit log have. */
export const auditPolicyName = 'audit-webhook';

const httpsPort = 443;

function portOf({ url }: OutsideServer): number {
  const { port } = new URL(url);
  return port === '' ? httpsPort : Number(port);
}

type Context = Pick<ClusterContext, 'config' | 'infra' | 'platform'>;

/** Returns a policy by which the VMs of the control plane reach servers, if there are any. */
function reach(
  name: string,
  servers: readonly OutsideServer[],
  context: Context,
): Readonly<Record<string, PolicySpec>> {
  if (servers.length === 0) return {};
  return {
    [name]: {
      podSelector: machinesOf('control-plane'),
      policyTypes: ['Egress'],
      egress: servers.map((server) => ({
        to: placesOf(server.addresses, context).map((ipBlock) => ({ ipBlock })),
        ports: tcp(portOf(server)),
      })),
    },
  };
}

/**
 * Allows the API server, and nobody else, to reach the servers that its cluster names: the issuers whose
 * tokens it takes, and the one that takes its audit log.
 */
export function serverPolicies(context: Context): Readonly<Record<string, PolicySpec>> {
  const { audit, oidc } = context.config;
  return {
    ...reach(issuersPolicy, oidc.issuers, context),
    ...reach(auditPolicyName, audit.webhook === undefined ? [] : [audit.webhook], context),
  };
}
