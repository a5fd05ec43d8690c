// SPDX-License-Identifier: Apache-2.0
import { admissionregistration } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { labelKeys, ownerAnnotations, platformLabels } from '@strata/contracts';
import type { TenantVlans } from '@strata/contracts';
import { endpointRules } from './endpoint-rules.ts';
import { definitionRules, podRules } from './network-rules.ts';
import { serviceRules } from './service-rules.ts';
import { renderTenantPolicy } from './tenant-rules.ts';

/** Arguments of {@link restrictTenants}. */
export interface RestrictTenantsArgs {
  readonly environment: string;
  /** Keys of annotations that their Services may bring along, `*` at the end of a beginning. */
  readonly serviceAnnotations: readonly string[];
  readonly vlans: TenantVlans;
  /** Clusters whose cloud controllers may write EndpointSlices. */
  readonly selectorless: readonly string[];
}

/** Of the policy and of its binding. */
const policyName = 'strata-tenants';

/**
 * Refuses what a user cluster must not do by its Services and its networks, in the namespace of every
 * user cluster, whenever it is made. A refusal is an event of the tenant's Service or machine, and an
 * entry of the audit log. One policy for all of it, for each is two resources of the stack.
 *
 * @returns the binding, by which the policy is in force.
 */
export function restrictTenants(
  name: string,
  { environment, selectorless, serviceAnnotations, vlans }: RestrictTenantsArgs,
  options: pulumi.CustomResourceOptions = {},
): pulumi.Resource {
  const metadata = {
    name: policyName,
    labels: platformLabels(environment),
    annotations: ownerAnnotations,
  };
  const rules = [
    serviceRules(serviceAnnotations),
    endpointRules(selectorless),
    definitionRules(vlans),
    podRules(),
  ];
  const policy = new admissionregistration.v1.ValidatingAdmissionPolicy(
    `${name}-policy`,
    { metadata, spec: renderTenantPolicy(rules) },
    options,
  );
  return new admissionregistration.v1.ValidatingAdmissionPolicyBinding(
    `${name}-binding`,
    {
      metadata,
      spec: {
        policyName,
        validationActions: ['Deny', 'Audit'],
        matchResources: {
          namespaceSelector: {
            matchExpressions: [{ key: labelKeys.clusterName, operator: 'Exists' }],
          },
        },
      },
    },
    { ...options, dependsOn: policy },
  );
}
