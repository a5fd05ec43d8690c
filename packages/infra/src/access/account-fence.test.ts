// SPDX-License-Identifier: Apache-2.0
import { policyRefusals } from '@strata/testing/policy-refusals';
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
  expect(validations).toHaveLength(22);
  expect(new Set(validations.map(({ messageExpression }) => messageExpression)).size).toBe(22);
  expect(new Set(validations.map(({ reason }) => reason))).toEqual(new Set(['Forbidden']));
});

/** Returns why the account of the cluster `demo` may not write an object of its cluster. */
const refusals = (resource: string, metadata: object, namespace = '') =>
  policyRefusals(renderAccountFence([]), {
    user: 'system:serviceaccount:strata-user-clusters:cluster-demo',
    resource,
    namespace,
    object: { metadata, spec: {} },
  });

test.each([
  [undefined, []],
  ['latest', []],
  [
    'v1.33',
    [
      'the namespace cluster-demo may not have the version v1.33 of Pod Security: older ones allow pods what the latest refuses; leave out the label pod-security.kubernetes.io/enforce-version',
    ],
  ],
])('of the version %s of Pod Security, the policy says %j', (version, why) => {
  const labels = {
    'cluster.x-k8s.io/cluster-name': 'demo',
    'pod-security.kubernetes.io/enforce': 'baseline',
    ...(version !== undefined && { 'pod-security.kubernetes.io/enforce-version': version }),
  };
  expect(refusals('namespaces', { name: 'cluster-demo', labels })).toEqual(why);
});

test.each(['metallb.io/allow-shared-ip', 'metallb.universe.tf/allow-shared-ip'])(
  'a Service shares its address with Services of its own cluster alone, by %s',
  (key) => {
    const shares = (value: string) =>
      refusals('services', { name: 'api', annotations: { [key]: value } }, 'cluster-demo');
    expect(shares('cluster-demo/web')).toEqual([]);
    for (const value of ['web', 'cluster-demo', 'cluster-demo-2/web', 'cluster-other/web']) {
      expect(shares(value)).toEqual([
        'the key for a shared address of the Service api must begin with "cluster-demo/", for other clusters could share the address otherwise',
      ]);
    }
    expect(refusals('services', { name: 'api' }, 'cluster-demo')).toEqual([]);
  },
);
