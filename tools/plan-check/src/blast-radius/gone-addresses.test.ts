// SPDX-License-Identifier: Apache-2.0
import { goneAddresses } from './gone-addresses.ts';
import { blastRadius, describeBlastRadius, previewDigest } from './index.ts';

test.each<[string, string[], string[], number, string[]]>([
  ['a pool that grows', ['192.0.2.10-192.0.2.20'], ['192.0.2.10-192.0.2.60'], 0, []],
  ['the same addresses as a CIDR', ['192.0.2.0-192.0.2.255'], ['192.0.2.0/24'], 0, []],
  ['a pool that shrinks', ['192.0.2.0/24'], ['192.0.2.0/30'], 252, ['192.0.2.4-192.0.2.255']],
  [
    'a hole',
    ['192.0.2.0/29'],
    ['192.0.2.0/31', '192.0.2.3-192.0.2.5'],
    3,
    ['192.0.2.2', '192.0.2.6-192.0.2.7'],
  ],
  ['a whole range', ['192.0.2.0/30', '10.0.0.0/24'], ['10.0.0.0/24'], 4, ['192.0.2.0/30']],
  ['addresses of IPv6', ['2001:db8::/126'], ['2001:db8::/127'], 2, ['2001:db8::2-2001:db8::3']],
  ['more than anybody counts', ['2001:db8::/64'], [], 2 ** 32, ['2001:db8::/64']],
  ['texts that are no ranges', ['a', 'b'], ['b', 'c'], 1, ['a']],
])('%s', (_, had, has, count, ranges) => {
  expect(goneAddresses(had, has)).toEqual({ count, ranges });
});

test.each([
  ['192.0.2.10-192.0.2.20', '192.0.2.10-192.0.2.60', ['Nobody notices: 1 resource changed.']],
  [
    '192.0.2.0/24',
    '192.0.2.0/30',
    [
      'Changes 252 addresses; 1 resource changed.',
      '  prod: pool of addresses public: changes 252 addresses (without 192.0.2.4-192.0.2.255)',
    ],
  ],
])('a preview tells how many addresses a pool loses: %s, then %s', (had, has, expected) => {
  const type = 'kubernetes:metallb.io/v1beta1:IPAddressPool';
  const state = (range: string) => ({
    type,
    inputs: { metadata: { name: 'public' }, spec: { addresses: [range] } },
  });
  const urn = `urn:pulumi:prod::kubevirt-stack::strata:x:Y$${type}::public`;
  const steps = [{ op: 'update', urn, oldState: state(had), newState: state(has) }];
  expect(describeBlastRadius(blastRadius([previewDigest.parse({ steps })]))).toEqual(expected);
});

const poolWith = (spec: object) => ({
  type: 'kubernetes:metallb.io/v1beta1:IPAddressPool',
  inputs: { metadata: { name: 'public' }, spec: { addresses: ['192.0.2.0/23'], ...spec } },
});
const boundTo = (...namespaces: string[]) => ({ serviceAllocation: { namespaces } });

test.each<[string, object, object, string | undefined]>([
  [
    'is bound to a cluster',
    {},
    boundTo('cluster-shop'),
    'changes 512 addresses (now for cluster-shop alone)',
  ],
  [
    'is bound to another cluster',
    boundTo('cluster-shop'),
    boundTo('cluster-cart'),
    'changes 512 addresses (now for cluster-cart alone)',
  ],
  ['is for everybody again', boundTo('cluster-shop'), {}, undefined],
  ['has another priority', { serviceAllocation: { priority: 1 } }, {}, undefined],
  [
    'avoids addresses that end in 0 and 255',
    {},
    { avoidBuggyIPs: true },
    'changes 4 addresses (without those that end in 0 and 255)',
  ],
  [
    'avoids them, and is smaller',
    {},
    { avoidBuggyIPs: true, addresses: ['192.0.2.0-192.0.3.253'] },
    'changes 5 addresses (without 192.0.3.254-192.0.3.255, and those that end in 0 and 255)',
  ],
  ['gives them again', { avoidBuggyIPs: true }, {}, undefined],
])('a preview tells how many addresses Services lose where a pool %s', (_, had, has, expected) => {
  const urn =
    'urn:pulumi:prod::kubevirt-stack::strata:x:Y$kubernetes:metallb.io/v1beta1:IPAddressPool::public';
  const steps = [{ op: 'update', urn, oldState: poolWith(had), newState: poolWith(has) }];
  expect(describeBlastRadius(blastRadius([previewDigest.parse({ steps })])).slice(1)).toEqual(
    expected === undefined ? [] : [`  prod: pool of addresses public: ${expected}`],
  );
});
