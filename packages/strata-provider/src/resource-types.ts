// SPDX-License-Identifier: Apache-2.0

/** Type tokens of the resources. States contain them, so a change needs an alias in the class. */
export const resourceTypes = {
  authority: 'strata:keys:Authority',
  certificate: 'strata:keys:Certificate',
  joinToken: 'strata:keys:JoinToken',
  randomKey: 'strata:keys:RandomKey',
  signingKey: 'strata:keys:SigningKey',
  apiReady: 'strata:cluster:ApiReady',
  namespaceAccess: 'strata:cluster:NamespaceAccess',
  secretsRewrite: 'strata:cluster:SecretsRewrite',
  poolRollout: 'strata:cluster:PoolRollout',
  tenantCleanup: 'strata:cluster:TenantCleanup',
} as const;
