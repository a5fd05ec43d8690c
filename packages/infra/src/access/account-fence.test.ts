// SPDX-License-Identifier: Apache-2.0
import { renderAccountFence } from './account-fence.ts';

// What the policy refuses is tried against a real API server, by e2e/src/24-accounts.test.ts.

test('every write outside of a namespace is asked about, and refused when nobody can judge it', () => {
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

test('only the clusters that are named may have privileged namespaces', () => {
  const levels = (clusters: readonly string[]) =>
    (renderAccountFence(clusters) as { validations: { expression: string }[] }).validations
      .map(({ expression }) => expression)
      .find((expression) => expression.includes('variables.level'));
  expect(levels([])).toContain(
    "variables.level in ['baseline', 'restricted'] || (variables.level == 'privileged' && variables.own in [])",
  );
  expect(levels(['gpu', 'lab'])).toContain("variables.own in ['cluster-gpu', 'cluster-lab']");
});

test('every refusal is a Forbidden with words of its own', () => {
  const { validations } = renderAccountFence([]) as {
    validations: { reason: string; messageExpression: string }[];
  };
  expect(validations).toHaveLength(13);
  expect(new Set(validations.map(({ messageExpression }) => messageExpression)).size).toBe(13);
  expect(new Set(validations.map(({ reason }) => reason))).toEqual(new Set(['Forbidden']));
});
