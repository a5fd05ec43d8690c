// SPDX-License-Identifier: Apache-2.0
import { byFormerParent, named, recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { createApiEndpoint } from './index.ts';

const record = (change: Change = {}, platform: object = {}) =>
  recordProgram(() => createApiEndpoint('demo', testContext(change, platform)));

interface Service {
  readonly metadata: { readonly annotations: object; readonly labels: object };
  readonly spec: object;
}

const serviceOf = async (change?: Change, platform?: object) =>
  named(await record(change, platform), 'demo-service').inputs as unknown as Service;

test('clients keep their addresses where the API tells them apart by these', async () => {
  expect((await serviceOf()).spec).not.toHaveProperty('externalTrafficPolicy');
  const { spec } = await serviceOf({ isolation: { apiSources: ['10.200.10.0/24'] } });
  expect(spec).toMatchObject({ externalTrafficPolicy: 'Local' });
});

test('an address in no pool is requested without one', async () => {
  const { metadata } = await serviceOf({}, { loadBalancerPools: [] });
  expect(metadata.annotations).toHaveProperty(['metallb.io/loadBalancerIPs'], '203.0.113.2');
  expect(metadata.annotations).not.toHaveProperty(['metallb.io/address-pool']);
});

test('its address is known to be refused after five minutes', async () => {
  const service = named(await record(), 'demo-service');
  expect(service.customTimeouts).toEqual({ create: '5m' });
  expect(service.inputs.metadata).toMatchObject({
    labels: {
      'app.kubernetes.io/managed-by': 'strata',
      'app.kubernetes.io/part-of': 'demo',
      'cluster.x-k8s.io/cluster-name': 'demo',
      'strata.dev/environment': 'sandbox',
    },
  });
});

test('a state of an earlier version has it in a component of its own', async () => {
  expect(byFormerParent(await record())).toEqual({
    'strata:user-cluster:ApiEndpoint::demo': ['demo-service'],
  });
});
