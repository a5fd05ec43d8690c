// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { CheckContext } from './check-context.ts';

/**
 * Reports NetworkPolicies of the configuration with the names of those that Strata makes for a feature.
 *
 * @param feature - completes "is the name of a policy of Strata's own, for ...".
 */
export function ownPolicyProblems(
  { config }: CheckContext,
  names: readonly string[],
  feature: string,
): Problem[] {
  return (config.isolation?.customNetworkPolicies ?? []).flatMap(({ name }, index) =>
    names.includes(name)
      ? [
          {
            path: ['isolation', 'customNetworkPolicies', index, 'name'],
            message: `"${name}" is the name of a policy of Strata's own, for ${feature}; take another`,
          },
        ]
      : [],
  );
}
