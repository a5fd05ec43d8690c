// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';

const sourceGroup = 'source.toolkit.fluxcd.io';

/** Kinds that source-controller serves. */
const sources = [
  'buckets',
  'gitrepositories',
  'helmcharts',
  'helmrepositories',
  'ocirepositories',
] as const;

/**
 * Rights of source-controller in its own namespace. Upstream binds it to `crd-controller`, which reads
 * every Secret and ConfigMap of the cluster; it needs that where it watches all namespaces.
 *
 * @see https://github.com/fluxcd/source-controller/blob/v1.9.5/config/rbac/role.yaml
 * @see https://github.com/fluxcd/flux2/blob/v2.9.5/manifests/rbac/controller.yaml
 */
export const sourceControllerRights: readonly Right[] = [
  {
    group: sourceGroup,
    resources: [...sources],
    verbs: ['get', 'list', 'watch', 'patch', 'update'],
    need: 'which repositories there are, and the finalizer that keeps an object until its files are gone',
  },
  {
    group: sourceGroup,
    resources: sources.map((kind) => `${kind}/status`),
    verbs: ['patch', 'update'],
    need: 'the commit that was fetched, or why none was',
  },
  {
    group: '',
    resources: ['secrets'],
    verbs: ['get'],
    need: 'credentials of repositories; the repository may bring more of them, under any name',
  },
  {
    group: '',
    resources: ['events'],
    verbs: ['create', 'patch'],
    need: 'to say what went wrong, where the owner of the object sees it',
  },
  {
    group: 'coordination.k8s.io',
    resources: ['leases'],
    verbs: ['create'],
    need: 'the first time; a name that does not exist yet cannot be in a rule',
  },
  {
    group: 'coordination.k8s.io',
    resources: ['leases'],
    verbs: ['get', 'update'],
    names: ['source-controller-leader-election'],
    need: 'to be the only one at work',
  },
];

/**
 * The role of kustomize-controller. It makes whatever objects the repository has, roles among them, so
 * less would be a list of what no team may deliver.
 *
 * @see https://github.com/fluxcd/flux2/blob/v2.9.5/manifests/rbac/reconciler.yaml
 */
export const kustomizeControllerRole = 'cluster-admin';
