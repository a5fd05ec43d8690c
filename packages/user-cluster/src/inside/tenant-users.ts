// SPDX-License-Identifier: Apache-2.0

/**
 * Users that the controllers outside of the user cluster are inside it: the common names of their client
 * certificates. They are in no group, so they may do what {@link grantTenantAccess} lets them, and
 * nothing else.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#x509-client-certificates
 */
export const tenantUsers = {
  cloudController: 'strata:cloud-controller-manager',
  storageController: 'strata:csi-controller',
} as const;
