// SPDX-License-Identifier: Apache-2.0

/** Beginnings of names of users and groups that belong to the cluster itself. */
export const reservedNames = ['system', 'strata', 'kubeadm'] as const;
