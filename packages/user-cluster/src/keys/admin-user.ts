// SPDX-License-Identifier: Apache-2.0

/**
 * User of the stack's own kubeconfig. Members of its group may do everything, from the first moment and
 * whatever RBAC says.
 */
export const adminUser = { name: 'strata-admin', groups: ['system:masters'] } as const;
