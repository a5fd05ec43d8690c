// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { violationsOf } from '../test-violations.ts';
import { loadBalancerInPool } from './index.ts';

const config = {
  pools: {
    default: { addresses: ['10.0.0.10-10.0.0.19'] },
    demo: { addresses: ['10.0.0.20-10.0.0.29'], boundTo: 'demo' },
  },
};
const service = (
  address: string,
  pool?: string,
  cluster = 'demo',
  poolKey = 'metallb.io/address-pool',
) => ({
  type: kinds.service,
  props: {
    metadata: {
      namespace: `cluster-${cluster}`,
      name: 'api',
      labels: { 'cluster.x-k8s.io/cluster-name': cluster },
      annotations: {
        'metallb.io/loadBalancerIPs': address,
        ...(pool !== undefined && { [poolKey]: pool }),
      },
    },
    spec: { type: 'LoadBalancer' },
  },
});

test('accepts addresses of the named pool, or of any open pool if none is named', async () => {
  const good = [service('10.0.0.20', 'demo'), service('10.0.0.10'), service('10.0.0.29')];
  expect(await violationsOf(loadBalancerInPool, good, config)).toEqual([]);
});

test('judges nothing if the environment names no pools', async () => {
  expect(await violationsOf(loadBalancerInPool, [service('192.0.2.1')])).toEqual([]);
});

test.each([
  [
    service('10.0.0.30', 'demo'),
    'Service cluster-demo/api: 10.0.0.30 is not in pool "demo" (10.0.0.20-10.0.0.29); take an address from there.',
  ],
  [
    service('10.0.0.30'),
    'Service cluster-demo/api: 10.0.0.30 is not in pool "default" (10.0.0.10-10.0.0.19) or pool "demo" (10.0.0.20-10.0.0.29); take an address from there.',
  ],
  [
    service('10.0.0.20', 'demo', 'other'),
    'Service cluster-other/api: pool "demo" is for user cluster "demo" only; use another.',
  ],
  [
    service('10.0.0.20', 'demo', 'other', 'metallb.universe.tf/address-pool'),
    'Service cluster-other/api: pool "demo" is for user cluster "demo" only; use another.',
  ],
  [
    service('10.0.0.20', undefined, 'other'),
    'Service cluster-other/api: 10.0.0.20 is not in pool "default" (10.0.0.10-10.0.0.19); take an address from there.',
  ],
  [
    service('10.0.0.20', 'spare'),
    'Service cluster-demo/api: there is no pool "spare"; there is default, demo.',
  ],
])('rejects addresses and pools of others: %#', async (bad, message) => {
  expect(await violationsOf(loadBalancerInPool, [bad], config)).toEqual([message]);
});
