// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { checkSelectorless } from './check-selectorless.ts';

const refusal = {
  path: ['cloud', 'selectorless'],
  message:
    'the platform refuses endpoints that the cluster "demo" writes itself, for they could lead to machines of others; leave it out, or ask the owner of the platform to add "demo" to kubevirt-stack:tenants.selectorless',
};

test.each([
  ['another cluster is listed', { selectorless: true }, ['shop'], [refusal]],
  ['the cluster is listed', { selectorless: true }, ['shop', 'demo'], []],
  ['Kubernetes writes its endpoints', {}, [], []],
  ['it has no load balancers', { selectorless: true, loadBalancers: false }, [], []],
  ['the platform predates the list', { selectorless: true }, undefined, []],
])('of a cluster, where %s', (_, cloud, selectorlessClusters, problems) => {
  const platform = selectorlessClusters === undefined ? {} : { selectorlessClusters };
  expect(checkSelectorless(testContext({ cloud }, platform))).toEqual(problems);
});
