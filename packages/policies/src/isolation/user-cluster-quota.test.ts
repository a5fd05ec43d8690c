// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { virtualMachine } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { userClusterQuota } from './index.ts';

const quota = (hard: object) => ({
  type: kinds.resourceQuota,
  name: 'quota',
  props: { metadata: { namespace: 'cluster-demo', name: 'quota' }, spec: { hard } },
});

test('accepts a namespace with limits, and one without VMs', async () => {
  const hard = {
    'requests.cpu': '8',
    'limits.memory': '32Gi',
    'requests.storage': '1Ti',
    'services.loadbalancers': '4',
    'services.nodeports': '64',
  };
  expect(await violationsOf(userClusterQuota, [quota(hard), virtualMachine()])).toEqual([]);
  expect(await violationsOf(userClusterQuota, [quota({})])).toEqual([]);
});

test('rejects a namespace without limits and names the missing ones', async () => {
  const half = quota({ 'requests.cpu': '8', 'requests.storage': '1Ti' });
  expect(await violationsOf(userClusterQuota, [half, virtualMachine()])).toEqual([
    'namespace cluster-demo has machines, and no ResourceQuota limits memory, load balancers, node ports; add requests.memory, services.loadbalancers, services.nodeports to spec.hard of one.',
  ]);
});
