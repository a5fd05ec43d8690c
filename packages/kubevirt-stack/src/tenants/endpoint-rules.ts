// SPDX-License-Identifier: Apache-2.0
import { clusterNamespace } from '@strata/contracts';
import { userClusterAccounts } from '@strata/contracts/accounts';
import { celText, celTexts } from './tenant-rules.ts';
import type { TenantRules } from './tenant-rules.ts';

/** CEL condition: a ServiceAccount of this namespace asks. */
const isAccountOf = (namespace: string) =>
  `request.userInfo.username.startsWith('system:serviceaccount:' + ${namespace} + ':')`;

/**
 * The clusters whose accounts may write where a Service leads to. An EndpointSlice may name any
 * address: those of another cluster's machines, which the load balancer would then reach from a host.
 * CEL cannot ask whether an address is one of the cluster's own machines, so only clusters that need
 * this right have it. Kubernetes itself writes the EndpointSlices of all other Services.
 *
 * @param clusters - clusters that may have `cloud.selectorless`.
 */
export function endpointRules(clusters: readonly string[]): TenantRules {
  const namespaces = clusters.map((cluster) => clusterNamespace(cluster));
  return {
    group: 'discovery.k8s.io',
    resource: 'endpointslices',
    operations: ['CREATE', 'UPDATE'],
    asked: {
      name: 'endpoints-written-by-an-account-of-a-cluster',
      expression: `${isAccountOf('request.namespace')} || ${isAccountOf(celText(userClusterAccounts.namespace))}`,
    },
    variables: [],
    validations: [
      {
        expression: `request.namespace in ${celTexts(namespaces)}`,
        messageExpression:
          "'the accounts of ' + request.namespace + ' may write no EndpointSlices, which could lead to machines of other clusters; the owner of the platform lists clusters that may in kubevirt-stack:tenants.selectorless'",
      },
    ],
  };
}
