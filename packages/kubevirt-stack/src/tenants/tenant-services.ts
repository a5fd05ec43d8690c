// SPDX-License-Identifier: Apache-2.0
import { admissionregistration } from '@pulumi/kubernetes';
import type * as pulumi from '@pulumi/pulumi';
import { labelKeys, ownerAnnotations, platformLabels } from '@strata/contracts';
import type { KubevirtStackConfig } from '@strata/contracts';
import { renderTenantServicesPolicy } from './tenant-services-policy.ts';

/** Arguments of {@link restrictTenantServices}. */
export interface TenantServicesArgs {
  readonly environment: string;
  readonly tenants: KubevirtStackConfig['tenants'];
}

/** Of the policy and of its binding. */
const policyName = 'strata-tenant-services';

/**
 * Refuses what a user cluster must not do by its Services, in the namespace of every user cluster,
 * whenever it is made. A refusal is an event of the tenant's Service, and an entry of the audit log.
 *
 * @returns the binding, by which the policy is in force.
 */
export function restrictTenantServices(
  name: string,
  { environment, tenants }: TenantServicesArgs,
  options: pulumi.CustomResourceOptions = {},
): pulumi.Resource {
  const metadata = {
    name: policyName,
    labels: platformLabels(environment),
    annotations: ownerAnnotations,
  };
  const policy = new admissionregistration.v1.ValidatingAdmissionPolicy(
    `${name}-policy`,
    { metadata, spec: renderTenantServicesPolicy(tenants.serviceAnnotations) },
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
