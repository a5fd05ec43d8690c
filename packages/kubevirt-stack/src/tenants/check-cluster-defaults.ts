// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Check } from '../checks/check-context.ts';
import { repeatedNames } from '../checks/repeated-names.ts';

/**
 * Reports defaults that would be wrong in every user cluster. Problems that depend on the cluster
 * are reported in the cluster's own preview, with the name of the platform's file.
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
