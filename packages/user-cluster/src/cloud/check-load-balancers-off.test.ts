// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { newCluster } from '../update/running-cluster.ts';
import { checkLoadBalancersOff } from './check-load-balancers-off.ts';

function problemsOf(cloud: object, ...found: boolean[]) {
  const loadBalancers = found.map((hasSelector, index) => ({ name: `a${index}`, hasSelector }));
  const running = { ...newCluster, loadBalancers };
  return checkLoadBalancersOff({ ...testContext({ cloud }), running });
}

test('the controller of load balancers stays as long as there are some', () => {
  expect(problemsOf({ loadBalancers: false }, true, false)).toEqual([
    {
      path: ['cloud', 'loadBalancers'],
      message:
        'the cluster has 2 load balancers, whose Services nobody could delete then and whose addresses would stay open; first delete these Services, or give them another type (kubectl get services -A inside the cluster lists them)',
    },
  ]);
  expect(problemsOf({ loadBalancers: false })).toEqual([]);
  expect(problemsOf({ loadBalancers: true }, true)).toEqual([]);
});

test('the controller of endpoints stays as long as load balancers have no selector', () => {
  expect(problemsOf({ loadBalancers: true, selectorless: false }, true, false)).toEqual([
    {
      path: ['cloud', 'selectorless'],
      message:
        'the cluster has 1 load balancer whose endpoints nobody would write any more, and which could lead to machines of others; first delete their Services, or give them another type (kubectl get services -A inside the cluster lists them)',
    },
  ]);
  expect(problemsOf({ loadBalancers: true, selectorless: true }, true, false)).toEqual([]);
});

test('does not judge a cluster that cannot be asked', () => {
  expect(checkLoadBalancersOff(testContext({ cloud: { loadBalancers: false } }))).toEqual([]);
});
