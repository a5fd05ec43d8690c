// SPDX-License-Identifier: Apache-2.0
import { renderAccountFence } from './account-fence.ts';

// e2e/src/24-accounts.test.ts tests against a real API server what the policy refuses.

test('the policy matches every write to its resources, and a write that it cannot evaluate is refused', () => {
  const { failurePolicy, matchConstraints, matchConditions } = renderAccountFence([]) as {
    failurePolicy: string;
    matchConstraints: {
      resourceRules: { apiVersions: string[]; operations: string[]; resources: string[] }[];
    };
    matchConditions: { expression: string }[];
  };
  expect(failurePolicy).toBe('Fail');
  expect(matchConstraints.resourceRules.map(({ resources }) => resources)).toEqual([
    ['namespaces', 'services'],
    ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
    ['servicemonitors', 'prometheusrules'],
  ]);
  for (const { apiVersions, operations } of matchConstraints.resourceRules) {
    expect(apiVersions).toEqual(['*']);
    expect(operations).toEqual(['CREATE', 'UPDATE', 'DELETE']);
  }
  expect(matchConditions.map(({ expression }) => expression)).toEqual([
    "request.userInfo.username.startsWith('system:serviceaccount:strata-user-clusters:')",
  ]);
});

test('only the listed user clusters may have privileged namespaces', () => {
  const levels = (clusters: readonly string[]) =>
    (renderAccountFence(clusters) as { validations: { expression: string }[] }).validations
      .map(({ expression }) => expression)
      .find((expression) => expression.includes('variables.level'));
  expect(levels([])).toContain(
    "variables.level in ['baseline', 'restricted'] || (variables.level == 'privileged' && variables.own in [])",
  );
  expect(levels(['gpu', 'lab'])).toContain("variables.own in ['cluster-gpu', 'cluster-lab']");
});

test('every validation refuses with the reason Forbidden and a message of its own', () => {
  const { validations } = renderAccountFence([]) as {
    validations: { reason: string; messageExpression: string }[];
  };
  expect(validations).toHaveLength(19);
  expect(new Set(validations.map(({ messageExpression }) => messageExpression)).size).toBe(19);
  expect(new Set(validations.map(({ reason }) => reason))).toEqual(new Set(['Forbidden']));
});
