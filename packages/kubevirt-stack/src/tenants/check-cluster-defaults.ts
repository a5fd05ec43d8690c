// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Check } from '../checks/check-context.ts';
import { repeatedNames } from '../checks/repeated-names.ts';

/**
 * What would be wrong in every user cluster; what depends on the cluster is told in its own preview,
 * with this file's name.
 */
export const checkClusterDefaults: Check = ({ userClusterDefaults }, { cluster }) => {
  const { isolation, storage } = userClusterDefaults ?? {};
  const classes = storage?.classes ?? [];
  const known = cluster?.storageClasses.map(({ name }) => name);
  return [
    ...repeatedNames(
      'userClusterDefaults.isolation.customNetworkPolicies',
      isolation?.customNetworkPolicies ?? [],
    ),
    ...repeatedNames('userClusterDefaults.storage.classes', classes),
    ...classes.flatMap(({ infraClass }, index) =>
      known === undefined || known.includes(infraClass)
        ? []
        : [
            {
              path: ['userClusterDefaults', 'storage', 'classes', index, 'infraClass'],
              message: `the infra cluster has no storage class "${infraClass}"; ${suggestion(infraClass, known)}`,
            },
          ],
    ),
  ];
};
