// SPDX-License-Identifier: Apache-2.0
import type { IssuerConfig } from '../config/index.ts';
import type { ClusterContext } from '../cluster-context.ts';
import { internet, meant } from './outside.ts';
import { machinesOf, tcp } from './policy-peers.ts';
import type { PolicySpec } from './policy-peers.ts';

/** Name of the policy that only clusters with issuers have. */
export const issuersPolicy = 'issuers';

const httpsPort = 443;

function portOf({ url }: IssuerConfig): number {
  const { port } = new URL(url);
  return port === '' ? httpsPort : Number(port);
}

/** Allows the API server to reach the issuers whose tokens it takes, and nobody else. */
export function issuerPolicies({
  config,
  platform,
}: Pick<ClusterContext, 'config' | 'platform'>): Readonly<Record<string, PolicySpec>> {
  const { issuers } = config.oidc;
  if (issuers.length === 0) return {};
  return {
    [issuersPolicy]: {
      podSelector: machinesOf('control-plane'),
      policyTypes: ['Egress'],
      egress: issuers.map((issuer) => ({
        to: (issuer.addresses?.map((cidr) => meant(cidr, platform)) ?? [internet(platform)]).map(
          (ipBlock) => ({ ipBlock }),
        ),
        ports: tcp(portOf(issuer)),
      })),
    },
  };
}
