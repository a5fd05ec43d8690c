// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { ownPolicyProblems } from './own-policies.ts';

test('a policy of the configuration cannot have the name of one that Strata makes for a feature', () => {
  const spec = { policyTypes: ['Egress'] };
  const customNetworkPolicies = ['office', 'delivery', 'issuers'].map((name) => ({ name, spec }));
  const context = testContext({ isolation: { customNetworkPolicies } });
  expect(ownPolicyProblems(context, ['delivery', 'issuers'], 'this feature')).toEqual([
    {
      path: ['isolation', 'customNetworkPolicies', 1, 'name'],
      message:
        '"delivery" is the name of a policy of Strata\'s own, for this feature; take another',
    },
    {
      path: ['isolation', 'customNetworkPolicies', 2, 'name'],
      message: '"issuers" is the name of a policy of Strata\'s own, for this feature; take another',
    },
  ]);
  expect(ownPolicyProblems(context, ['audit-webhook'], 'this feature')).toEqual([]);
  expect(ownPolicyProblems({ ...context, config: {} }, ['office'], 'this feature')).toEqual([]);
});
