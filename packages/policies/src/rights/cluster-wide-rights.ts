// SPDX-License-Identifier: Apache-2.0
import type { Exception } from '../rule/index.ts';

/**
 * Programs that need all rights in the cluster. The upstream operators of the releases are none of
 * them: their `*` stays within their own API groups.
 */
export const clusterWideRights: readonly Exception[] = [
  {
    object: 'flux-kustomize-controller',
    reason:
      'makes whatever objects the repository of a user cluster has (`delivery.flux`), inside that cluster',
    source: 'https://fluxcd.io/flux/security/#controller-permissions',
  },
];
