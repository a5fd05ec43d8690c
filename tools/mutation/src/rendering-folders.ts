// SPDX-License-Identifier: Apache-2.0

/**
 * Folders below `packages/<package>/src` that render objects or check configuration. Only the files
 * directly in them count, not those of nested folders, which have rows of their own. Left out are
 * folders that talk to hosts or clusters or judge their answers (`ssh`, `runner`, `preflight`,
 * `cluster` of the platform, `guard`, `readiness`, `lost-state`), and those that start programs
 * (`restored`).
 */
export const renderingFolders = {
  infra: ['access', 'cluster', 'config', 'kubeone', 'profile'],
  'kubevirt-stack': [
    'checks',
    'config',
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
    'backup/restore',
    'bootstrap',
    'checks',
    'cloud',
    'config',
    'control-plane',
    'credentials',
    'expiry',
    'hibernation',
    'inside',
    'inside/cni',
    'inside/flux',
    'inside/metrics',
    'keys',
    'machines',
    'nodes',
    'oidc',
    'profiles',
    'rotation',
    'services',
    'storage',
    'tenancy',
    'update',
    'volume-backup',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type MeasuredPackage = keyof typeof renderingFolders;
