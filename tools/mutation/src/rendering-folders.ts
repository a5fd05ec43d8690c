// SPDX-License-Identifier: Apache-2.0

/**
 * Folders below `packages/<package>/src` that render objects or check configuration. Only the files
 * directly in them count, not those of nested folders, which have rows of their own. Folders that
 * talk to hosts or clusters are left out: `ssh`, `runner`, `preflight`.
 */
export const renderingFolders = {
  infra: ['access', 'cluster', 'kubeone', 'profile'],
  'kubevirt-stack': [
    'checks',
    'images',
    'machines',
    'monitoring',
    'monitoring/alerts',
    'monitoring/dashboards',
    'monitoring/metrics',
    'network',
    'release',
    'tenants',
    'virtualization',
  ],
  'user-cluster': [
    'access',
    'account',
    'addresses',
    'backup',
    'bootstrap',
    'checks',
    'cloud',
    'control-plane',
    'credentials',
    'inside',
    'inside/cni',
    'inside/metrics',
    'keys',
    'machines',
    'nodes',
    'services',
    'storage',
    'tenancy',
    'update',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type MeasuredPackage = keyof typeof renderingFolders;
