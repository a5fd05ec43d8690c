// SPDX-License-Identifier: Apache-2.0
import { answeringCluster } from '@strata/testing';
import { testConfig } from '../test-context.ts';
import { readinessOf } from './readiness.ts';

/** Returns how many webhooks are named that nobody answers for, and that are asked about these resources. */
async function countOf(resources: readonly string[], operations = ['CREATE']): Promise<number> {
  const webhook = {
    name: 'guard.example.org',
    clientConfig: { service: { namespace: 'shop', name: 'guard' } },
    rules: [{ apiGroups: [''], operations, resources }],
  };
  await using cluster = await answeringCluster(({ url = '' }, response) => {
    const found = url.endsWith('/validatingwebhookconfigurations');
    const items = found ? [{ metadata: { name: 'guard' }, webhooks: [webhook] }] : [];
    response.end(JSON.stringify({ items }));
  });
  const { text } = await readinessOf(cluster.kubeconfig, testConfig(), { pools: ['md-a'] });
  return text.split('webhook guard.example.org of').length - 1;
}

// Proves: drains-and-updates.readiness
test.each([['pods/eviction'], ['pods/*'], ['*/eviction'], ['*/*'], ['*'], ['pods']])(
  'names a webhook that is asked about %s and does not answer',
  async (resource) => {
    expect(await countOf(['configmaps', resource])).toBe(1);
  },
);

test.each([
  ['pods/status', ['*']],
  ['configmaps/*', ['*']],
  ['pods/eviction', ['UPDATE']],
])('is silent about one that is asked about %s by %j', async (resource, operations) => {
  expect(await countOf([resource], operations)).toBe(0);
});
