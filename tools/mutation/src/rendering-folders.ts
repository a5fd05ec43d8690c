// SPDX-License-Identifier: Apache-2.0

/**
 * Folders below `packages/<package>/src` that say what objects look like, or what of a
 * configuration is wrong. Only their own files count, not those of folders in them, which have
 * rows of their own. What talks to hosts or clusters is left out: `ssh`, `runner`, `preflight`.
 */
export const renderingFolders = {
  infra: ['access', 'cluster', 'kubeone', 'profile'],
  'kubevirt-stack': [
    ...['checks', 'images', 'machines', 'monitoring', 'monitoring/alerts'],
    ...['monitoring/dashboards', 'monitoring/metrics', 'network', 'release', 'tenants'],
    'virtualization',
  ],
  'user-cluster': [
    ...['access', 'account', 'addresses', 'bootstrap', 'checks', 'cloud', 'control-plane'],
    ...['credentials', 'inside', 'inside/cni', 'inside/metrics', 'keys', 'machines', 'nodes'],
    ...['services', 'storage', 'tenancy', 'update'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type MeasuredPackage = keyof typeof renderingFolders;
