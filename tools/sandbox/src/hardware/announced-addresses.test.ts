// SPDX-License-Identifier: Apache-2.0
import { announcedAddresses, type AnnouncedService } from './announced-addresses.ts';

const service = (spec: AnnouncedService['spec'], ip?: string): AnnouncedService => ({
  metadata: { name: 'lb', namespace: 'shop', uid: 'u1' },
  spec,
  status: { loadBalancer: { ingress: [{ ...(ip !== undefined && { ip }) }] } },
});

const slice = (...endpoints: object[]) => ({
  metadata: {
    name: 'lb-x',
    namespace: 'shop',
    uid: 'u2',
    labels: { 'kubernetes.io/service-name': 'lb' },
  },
  endpoints,
});

const address = '10.244.240.10';
const balancer = service({ type: 'LoadBalancer' }, address);
const local = service({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' }, address);
const hosts = ['metal-0', 'metal-1'];
const ready = { nodeName: 'metal-0', conditions: { ready: true } };

test('announces the address of a load balancer with an endpoint, and of no other Service', () => {
  expect(announcedAddresses([balancer], [slice(ready)], hosts)).toEqual([address]);
  expect(announcedAddresses([service({ type: 'LoadBalancer' })], [slice(ready)], hosts)).toEqual(
    [],
  );
  // The status is left from the time when the Service was a load balancer.
  expect(
    announcedAddresses([service({ type: 'ClusterIP' }, address)], [slice(ready)], hosts),
  ).toEqual([]);
});

test.each([
  ['says nothing of its condition', {}, true],
  ['is ready', { conditions: { ready: true, serving: false } }, true],
  ['ends, and still serves', { conditions: { ready: false, serving: true } }, true],
  ['is not ready', { conditions: { ready: false } }, false],
  ['is neither ready nor serving', { conditions: { ready: false, serving: false } }, false],
])('decides by an endpoint that %s', (_, endpoint, isAnnounced) => {
  expect(announcedAddresses([balancer], [slice(endpoint)], hosts)).toEqual(
    isAnnounced ? [address] : [],
  );
});

test('announces no load balancer without endpoints of its own', () => {
  const [other, elsewhere] = ['other', 'elsewhere'];
  const ofOther = {
    ...slice(ready),
    metadata: { ...slice().metadata, labels: { 'kubernetes.io/service-name': other } },
  };
  const inOther = { ...slice(ready), metadata: { ...slice().metadata, namespace: elsewhere } };
  const empty = { ...slice(), endpoints: null };
  expect(announcedAddresses([balancer], [ofOther, inOther, empty], hosts)).toEqual([]);
  expect(announcedAddresses([balancer], [], hosts)).toEqual([]);
});

test('with the traffic policy Local, announces only from a host that has an endpoint', () => {
  const away = { nodeName: 'metal-2', conditions: { ready: true } };
  expect(announcedAddresses([local], [slice(away, ready)], hosts)).toEqual([address]);
  expect(announcedAddresses([local], [slice(away)], hosts)).toEqual([]);
  expect(announcedAddresses([local], [slice({ conditions: { ready: true } })], hosts)).toEqual([]);
  expect(announcedAddresses([balancer], [slice(away)], hosts)).toEqual([address]);
});
