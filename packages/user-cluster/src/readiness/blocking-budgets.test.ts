// SPDX-License-Identifier: Apache-2.0
import { answeringCluster } from '@strata/testing';
import { testConfig } from '../test-context.ts';
import { readinessOf } from './readiness.ts';

const config = testConfig();

const budget = (name: string, more: object = {}) => ({
  metadata: { namespace: 'shop', name },
  spec: { selector: { matchLabels: { app: name } } },
  status: { disruptionsAllowed: 0, expectedPods: 0, currentHealthy: 0, desiredHealthy: 0 },
  ...more,
});

const pod = (kind?: string, phase = 'Running') => ({
  metadata: {
    namespace: 'shop',
    name: 'cart',
    ...(kind !== undefined && { ownerReferences: [{ kind, name: 'x', controller: true }] }),
  },
  spec: { nodeName: 'md-a-0' },
  status: { phase },
});

/** Returns the lines of the findings in a cluster with these budgets, each of which has these pods. */
async function linesOf(budgets: readonly object[], pods: readonly object[]): Promise<string[]> {
  await using cluster = await answeringCluster(({ url = '' }, response) => {
    const items = url.endsWith('/poddisruptionbudgets')
      ? budgets
      : url.includes('/pods?')
        ? pods
        : [];
    response.end(JSON.stringify({ items }));
  });
  const { text } = await readinessOf(cluster.kubeconfig, config, { pools: ['md-a'] });
  return text.split('\n  ').slice(1);
}

const waits =
  'unless that changes, each machine waits 600 s (drain.timeoutSeconds) and is deleted with its pods';

// Proves: drains-and-updates.readiness
test('names a budget whose pods Kubernetes does not count, for it lets none go', async () => {
  expect(await linesOf([budget('cart')], [pod()])).toEqual([
    `PodDisruptionBudget shop/cart lets no pod go, for Kubernetes does not know how many there should be (a number as minAvailable needs no such count): cart on md-a-0, nobody makes them again; ${waits}`,
  ]);
});

// Proves: drains-and-updates.readiness
test('names pods that two budgets select, whatever these allow', async () => {
  const status = { disruptionsAllowed: 1, expectedPods: 2, currentHealthy: 2, desiredHealthy: 1 };
  const both = [budget('a', { status }), budget('b', { status })];
  expect(await linesOf(both, [pod()])).toEqual([
    `PodDisruptionBudgets shop/a, shop/b have pods in common, and Kubernetes evicts no pod that has several: cart on md-a-0; ${waits}`,
  ]);
  expect(await linesOf([budget('a', { status })], [pod()])).toEqual([]);
});

test.each([
  ['of a DaemonSet', budget('cart'), pod('DaemonSet')],
  ['of the kubelet', budget('cart'), pod('Node')],
  ['that has ended', budget('cart'), pod(undefined, 'Succeeded')],
  ['of another budget, for this one selects none', budget('cart', { spec: {} }), pod()],
])('a budget does not stand in the way with a pod %s', async (_, one, other) => {
  expect(await linesOf([one], [other])).toEqual([]);
});
